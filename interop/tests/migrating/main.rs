//! The programs of `docs/migrating.md`: each diff of the page has the program before the change and
//! the program after it.

#![allow(
    dead_code,
    clippy::pedantic,
    clippy::unused_async,
    reason = "the programs are as users write them"
)]

/// Declares a module of a program. `run` adds a test that runs it.
macro_rules! program {
    ($name:ident, $file:literal) => {
        mod $name {
            include!($file);
        }
    };
    ($name:ident, $file:literal, run) => {
        mod $name {
            include!($file);

            #[test]
            fn the_program_runs() {
                // Some programs return a result, and others return `()`.
                let code = std::process::Termination::report(main());
                assert_eq!(code, std::process::ExitCode::SUCCESS);
            }
        }
    };
}

program!(rmcp_before, "rmcp_before.rs");
program!(rmcp_after, "rmcp_after.rs", run);
program!(rig_before, "rig_before.rs");
program!(rig_after, "rig_after.rs", run);
program!(schemars_before, "schemars_before.rs");
program!(schemars_after, "schemars_after.rs", run);
program!(from_other_languages, "zod_after.rs", run);

const PAGE: &str = include_str!("../../../docs/migrating.md");

/// Returns the two sides of the diff under a heading.
fn sides(heading: &str) -> [String; 2] {
    let (_, section) = PAGE.split_once(heading).expect("the page has the heading");
    let (_, diff) = section.split_once("```diff\n").expect("a diff follows");
    let (diff, _) = diff.split_once("```").expect("the diff ends");
    ['-', '+'].map(|mark| {
        let side = diff.lines().filter_map(|line| match line.chars().next() {
            None => Some(""),
            Some(' ') => Some(&line[1..]),
            Some(first) if first == mark => Some(&line[1..]),
            Some(_) => None,
        });
        side.flat_map(|line| [line, "\n"]).collect()
    })
}

#[track_caller]
fn assert_diff(heading: &str, before: &str, after: &str) {
    let [removed, added] = sides(heading);
    assert_eq!(removed, before, "{heading}: the program before");
    assert_eq!(added, after, "{heading}: the program after");
}

#[test]
fn diffs_of_the_page_lead_to_the_programs_that_compile() {
    assert_diff(
        "## From rmcp\n",
        include_str!("rmcp_before.rs"),
        include_str!("rmcp_after.rs"),
    );
    assert_diff(
        "## From rig\n",
        include_str!("rig_before.rs"),
        include_str!("rig_after.rs"),
    );
    assert_diff(
        "## From schemars and serde_json\n",
        include_str!("schemars_before.rs"),
        include_str!("schemars_after.rs"),
    );
    assert_diff(
        "## From Zod\n",
        include_str!("zod_before.mjs"),
        include_str!("zod_after.rs"),
    );
    assert_diff(
        "## From pydantic\n",
        include_str!("pydantic_before.py"),
        include_str!("zod_after.rs"),
    );
}
