use std::rc::Rc;

use tool_core::Tool;
use tool_service::ToolService;

/// Wait.
#[derive(Tool)]
struct Wait {}

fn main() {
    let shared = Rc::new(1);
    let wait = move |_: Wait| Ok::<_, std::fmt::Error>(*shared);
    ToolService::new().register(wait).unwrap();
}
