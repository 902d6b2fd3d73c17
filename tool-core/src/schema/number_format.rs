//! The formats that name a number type of Rust.

/// A format of a number, as schemars writes it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NumberFormat {
    /// Holds the least and the greatest integer.
    Integer(i128, u128),
    Float,
    Double,
}

impl NumberFormat {
    /// Returns the format of a name: `uint8`, `float`. The formats `int` and `uint` are as wide as a
    /// pointer.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let unsigned = name.strip_prefix('u');
        let unused = match (name, unsigned.unwrap_or(name).strip_prefix("int")) {
            ("float", _) => return Some(Self::Float),
            ("double", _) => return Some(Self::Double),
            (_, Some("")) => 128 - usize::BITS,
            (_, Some(bits @ ("8" | "16" | "32" | "64" | "128"))) => {
                128 - bits.parse::<u32>().ok()?
            }
            _ => return None,
        };
        let greatest = u128::MAX >> unused;
        Some(match unsigned {
            Some(_) => Self::Integer(0, greatest),
            None => Self::Integer(i128::MIN >> unused, greatest >> 1),
        })
    }
}
