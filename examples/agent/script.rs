//! The answers of the model, for each task.

/// One answer of the model.
pub(crate) struct Turn {
    pub(crate) thought: &'static str,
    pub(crate) text: &'static str,
    /// Names and arguments.
    pub(crate) calls: &'static [(&'static str, &'static str)],
    pub(crate) end: End,
}

/// The end of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Complete,
    /// The token limit cuts off the last call, or the text.
    Cut,
    Refused,
}

const fn turn(
    thought: &'static str,
    text: &'static str,
    calls: &'static [(&'static str, &'static str)],
) -> Turn {
    Turn {
        thought,
        text,
        calls,
        end: End::Complete,
    }
}

/// The task of the user.
pub(crate) const MAIN: &[Turn] = &[
    turn(
        "I need an overview.",
        "I read the style guide and look for the greeting.",
        &[
            (
                "todo",
                r#"{"items": "[{\"text\": \"fix hello.txt\", \"done\": false}]"}"#,
            ),
            ("fetch", r#"{"url": "STYLE"}"#),
            ("grep", r#"{"pattern": "Helo"}"#),
        ],
    ),
    turn(
        "The new text is missing.",
        "",
        &[(
            "edit_file",
            r#"{"path": "hello.txt", "edits": [{"old": "Helo"}]}"#,
        )],
    ),
    turn(
        "Both fields are required.",
        "",
        &[(
            "editFile",
            r#"{"path": "hello.txt", "edits": [{"old": "Helo", "new": "Hello"}],}"#,
        )],
    ),
    Turn {
        end: End::Cut,
        ..turn(
            "A changelog is useful.",
            "",
            &[(
                "write_file",
                r#"{"path": "CHANGES.md", "text": "Every detail of the history of this greeting"}"#,
            )],
        )
    },
    turn(
        "It has to be shorter.",
        "",
        &[(
            "write_file",
            r#"{"path": "CHANGES.md", "text": "Corrected the greeting."}"#,
        )],
    ),
    turn("", "", &[("bash", r#"{"command": "cat *.txt | wc -l"}"#)]),
    turn("", "", &[("bash", r#"{"command": "cat *.txt | wc -l"}"#)]),
    turn(
        "",
        "",
        &[
            (
                "bash",
                r#"{"command": "cat *.txt | wc -l", "timeout": "10"}"#,
            ),
            ("bash", r#"{"command": "cat *.txt | wc -l"}"#),
        ],
    ),
    turn(
        "I use the result.",
        "",
        &[("sub_task", r#"{"task": "Review hello.txt"}"#)],
    ),
    Turn {
        end: End::Cut,
        ..turn("", "The greeting is", &[])
    },
    turn("", " correct now.", &[]),
];

/// A task that the model refuses.
pub(crate) const FORGE: &[Turn] = &[Turn {
    end: End::Refused,
    ..turn("", "I cannot help with that.", &[])
}];

/// The task of the sub-agent.
pub(crate) const REVIEW: &[Turn] = &[
    turn(
        "",
        "",
        &[("read_file", r#"{"path": "hello.txt", "limit": "1"}"#)],
    ),
    turn("", "The file says \"Hello\".", &[]),
];
