//! The program of the README: one struct, its schema, a repaired call and a wrong call.

use tool_core::Tool;

/// Read a part of a file.
#[derive(Tool)]
struct ReadFile {
    /// Absolute path of the file.
    path: String,
    /// Number of lines to read.
    #[schemars(range(max = 2000))]
    limit: Option<u32>,
}

fn main() {
    println!("schema: {}", ReadFile::definition().schema());
    for call in [
        r#"{"path": "/etc/hosts", "limit": "20"}"#,
        r#"{"file": "/etc/hosts", "limit": 9999}"#,
    ] {
        match ReadFile::parse(call) {
            Ok(ReadFile { path, limit }) => println!("run: {path} {limit:?}"),
            Err(error) => println!("send to the model: {error}"),
        }
    }
}
