use tool_core::Tool;

/// Pay.
#[derive(Tool)]
struct Pay {
    #[validate(rnge(min = 1))]
    amount: u32,
    #[validate(length(mn = 1))]
    code: String,
    #[validate(credit_card)]
    card: String,
    #[validate(does_not_contain(pattern = "x"))]
    name: String,
    #[validate(non_control_character)]
    note: String,
    #[validate(frobnicate)]
    other: String,
}

fn main() {}
