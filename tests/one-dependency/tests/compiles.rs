//! The types of the library are also tools and arguments outside it.

use one_dependency::{Edit, EditFile};
use tool_core::Tool;

fn is_tool<T: Tool>() {}

#[test]
fn derive_compiles_with_one_dependency() {
    is_tool::<EditFile>();
    let edit = Edit {
        old: "a".to_owned(),
        new: "b".to_owned(),
    };
    assert_eq!(edit.old.len(), edit.new.len());
}
