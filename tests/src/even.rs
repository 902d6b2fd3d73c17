use tool_core::ToolArg;

/// An even number: a type that refuses values which its schema takes.
#[derive(Debug, ToolArg)]
#[serde(try_from = "u8")]
pub struct Even(pub u8);

impl TryFrom<u8> for Even {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        let is_even = number.is_multiple_of(2);
        is_even.then_some(Self(number)).ok_or("must be even")
    }
}
