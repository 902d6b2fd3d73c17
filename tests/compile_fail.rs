//! One mistake each: the file is named after it, and what the compiler says
//! stands beside it.

#[test]
fn compile_fail() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
