//! One mistake each: the file is named after it, and what the compiler says
//! stands beside it.

#[test]
fn compile_fail() {
    // What is right with a feature is a mistake without it.
    let files = if cfg!(feature = "xml") {
        "ui/*.rs"
    } else {
        "ui/without_xml/*.rs"
    };
    trybuild::TestCases::new().compile_fail(files);
}
