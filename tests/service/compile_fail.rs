//! What the compiler says of functions that cannot be tools.

#[test]
fn functions_that_are_no_tools() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
