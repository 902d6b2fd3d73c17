//! One mistake each: the file is named after it, and what the compiler says
//! stands beside it.

#[test]
fn compile_fail() {
    let cases = trybuild::TestCases::new();
    // What is right with a feature is a mistake without it.
    if cfg!(feature = "xml") {
        cases.compile_fail("ui/*.rs");
        cases.compile_fail("ui/service/*.rs");
    } else {
        cases.compile_fail("ui/without_xml/*.rs");
    }
}
