//! Each page of `docs/cookbook` shows its programs and their output. The programs are the binaries
//! of this package.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A program of a page: its source, and the binary that Cargo built from it.
macro_rules! program {
    ($name:literal, $file:literal) => {
        Program {
            source: include_str!(concat!("../cookbook/", $file)),
            binary: env!(concat!("CARGO_BIN_EXE_cookbook-", $name)),
        }
    };
}

struct Program {
    source: &'static str,
    binary: &'static str,
}

impl Program {
    fn output(&self) -> String {
        let output = Command::new(self.binary).output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", self.binary);
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

/// Asserts that the page has the source of each program, and its output as the next text.
fn assert_shows(page: &str, programs: &[Program]) {
    for program in programs {
        let source = format!("```rust\n{}```\n", program.source);
        let (_, rest) = page.split_once(&source).expect("the page has the source");
        let (_, rest) = rest.split_once("```text\n").expect("a text follows");
        let (shown, _) = rest.split_once("```\n").expect("the text ends");
        assert_eq!(shown, program.output(), "the output of {}", program.binary);
    }
}

#[test]
fn rmcp_page_shows_both_servers_and_their_output() {
    assert_shows(
        include_str!("../../docs/cookbook/rmcp.md"),
        &[
            program!("rmcp-before", "rmcp_before.rs"),
            program!("rmcp-after", "rmcp_after.rs"),
        ],
    );
}

#[test]
fn rig_page_shows_both_tools_and_their_output() {
    assert_shows(
        include_str!("../../docs/cookbook/rig.md"),
        &[
            program!("rig-before", "rig_before.rs"),
            program!("rig-after", "rig_after.rs"),
        ],
    );
}

#[test]
fn mcp_servers_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/mcp-servers.md"),
        &[program!("mcp-servers", "mcp_servers.rs")],
    );
}

#[test]
fn streaming_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/streaming.md"),
        &[program!("streaming", "streaming.rs")],
    );
}

#[test]
fn agent_openai_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/agent-openai.md"),
        &[program!("agent-openai", "agent_openai.rs")],
    );
}

#[test]
fn agent_anthropic_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/agent-anthropic.md"),
        &[program!("agent-anthropic", "agent_anthropic.rs")],
    );
}

#[test]
fn agent_local_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/agent-local.md"),
        &[program!("agent-local", "agent_local.rs")],
    );
}

#[test]
fn agent_text_page_shows_both_programs_and_their_output() {
    assert_shows(
        include_str!("../../docs/cookbook/agent-text.md"),
        &[
            program!("agent-text", "agent_text.rs"),
            program!("agent-prompt", "agent_prompt.rs"),
        ],
    );
}

#[test]
fn structured_output_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/structured-output.md"),
        &[program!("structured-output", "structured_output.rs")],
    );
}

#[test]
fn approval_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/approval.md"),
        &[program!("approval", "approval.rs")],
    );
}

#[test]
fn retries_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/retries.md"),
        &[program!("retries", "retries.rs")],
    );
}

#[test]
fn verify_page_shows_its_program_and_its_output() {
    assert_shows(
        include_str!("../../docs/cookbook/verify.md"),
        &[program!("verify", "verify.rs")],
    );
}

#[test]
fn index_lists_every_page_and_links_lead_to_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cookbook");
    let index = fs::read_to_string(folder.join("README.md")).expect("the index");
    for entry in fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        assert!(
            name == "README.md" || index.contains(&format!("({name})")),
            "{name}"
        );
        let page = fs::read_to_string(&path).expect("a page");
        for (at, _) in page.match_indices(".md)") {
            let (before, _) = page.split_at(at + ".md".len());
            let (_, target) = before.rsplit_once("](").expect("a link");
            assert!(folder.join(target).exists(), "{name}: {target}");
        }
    }
}
