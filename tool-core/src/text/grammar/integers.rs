//! Ranges of integers.

use super::rules::{join_alternatives, join_sequence, write_literal};

/// Writes the integers of a range, without leading zeros. `None` if the range is empty.
pub(super) fn write_integers(least: i64, greatest: i64) -> Option<String> {
    let mut ways = Vec::new();
    if least < 0 {
        let nearest = greatest.min(-1);
        let range = (nearest.unsigned_abs(), least.unsigned_abs());
        let negative = join_alternatives(write_naturals(range.0, range.1));
        ways.extend(negative.map(|negative| format!("\"-\" {negative}")));
    }
    if greatest >= 0 {
        ways.extend(write_naturals(
            least.max(0).unsigned_abs(),
            greatest.unsigned_abs(),
        ));
    }
    join_alternatives(ways)
}

/// Writes the numbers of a range, one alternative for each pattern of digits.
fn write_naturals(least: u64, greatest: u64) -> Vec<String> {
    let mut ways = Vec::new();
    let (shortest, longest) = (least.to_string(), greatest.to_string());
    for length in shortest.len()..=longest.len() {
        let from = if length == shortest.len() {
            shortest.clone()
        } else {
            format!("1{}", "0".repeat(length - 1))
        };
        let to = if length == longest.len() {
            longest.clone()
        } else {
            "9".repeat(length)
        };
        if from <= to {
            ways.push(write_same_length(&from, &to));
        }
    }
    join_open_lengths(ways)
}

/// Joins `[1-9] [0-9]`, `[1-9] [0-9]{2}` and so on into one pattern.
fn join_open_lengths(ways: Vec<String>) -> Vec<String> {
    let whole = |digits: usize| {
        write_same_length(&format!("1{}", "0".repeat(digits)), &"9".repeat(digits + 1))
    };
    let mut joined: Vec<String> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let close = |open: Option<(usize, usize)>, joined: &mut Vec<String>| {
        if let Some((first, last)) = open {
            joined.push(match (first, last) {
                (first, last) if first == last => whole(first),
                (first, last) => format!("[1-9] [0-9]{{{first},{last}}}"),
            });
        }
    };
    for way in ways {
        let digits = (0..20).find(|digits| whole(*digits) == way);
        match (digits, open) {
            (Some(digits), Some((first, last))) if last + 1 == digits => {
                open = Some((first, digits));
            }
            (digits, _) => {
                close(open.take(), &mut joined);
                match digits {
                    Some(digits) => open = Some((digits, digits)),
                    None => joined.push(way),
                }
            }
        }
    }
    close(open, &mut joined);
    joined
}

/// Writes the texts of digits between two texts of one length.
fn write_same_length(from: &str, to: &str) -> String {
    let (Some(low), Some(high)) = (from.chars().next(), to.chars().next()) else {
        return String::new();
    };
    let (from_rest, to_rest) = (&from[1..], &to[1..]);
    let count = from_rest.len();
    let (zeros, nines) = ("0".repeat(count), "9".repeat(count));
    if from_rest == zeros && to_rest == nines {
        return join_sequence([write_digits(low, high), write_any_digits(count)]);
    }
    if low == high {
        return join_sequence([
            write_digits(low, low),
            write_same_length(from_rest, to_rest),
        ]);
    }
    let mut ways = Vec::new();
    let (mut first, mut last) = (low, high);
    if from_rest != zeros {
        ways.push(join_sequence([
            write_digits(low, low),
            write_same_length(from_rest, &nines),
        ]));
        first = next(low);
    }
    if to_rest != nines {
        last = decrement(high);
    }
    if first <= last {
        ways.push(join_sequence([
            write_digits(first, last),
            write_any_digits(count),
        ]));
    }
    if to_rest != nines {
        ways.push(join_sequence([
            write_digits(high, high),
            write_same_length(&zeros, to_rest),
        ]));
    }
    join_alternatives(ways).unwrap_or_default()
}

fn next(digit: char) -> char {
    char::from_u32(u32::from(digit) + 1).unwrap_or(digit)
}

fn decrement(digit: char) -> char {
    char::from_u32(u32::from(digit) - 1).unwrap_or(digit)
}

fn write_digits(first: char, last: char) -> String {
    if first == last {
        write_literal(&first.to_string())
    } else {
        format!("[{first}-{last}]")
    }
}

fn write_any_digits(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "[0-9]".to_owned(),
        count => format!("[0-9]{{{count}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::write_integers;

    #[track_caller]
    fn writes(least: i64, greatest: i64, expected: &str) {
        assert_eq!(write_integers(least, greatest).as_deref(), Some(expected));
    }

    #[test]
    fn writes_ranges_as_patterns_of_digits() {
        writes(0, 0, "\"0\"");
        writes(0, 9, "[0-9]");
        writes(1, 31, "([1-9] | ([1-2] [0-9] | \"3\" [0-1]))");
        writes(
            0,
            255,
            "([0-9] | [1-9] [0-9] | (\"1\" [0-9]{2} | \"2\" ([0-4] [0-9] | \"5\" [0-5])))",
        );
        writes(-5, 5, "(\"-\" [1-5] | [0-5])");
        writes(-20, -3, "\"-\" ([3-9] | (\"1\" [0-9] | \"2\" \"0\"))");
        writes(0, 999_999, "([0-9] | [1-9] [0-9]{1,5})");
        assert_eq!(write_integers(1, 0), None);
    }
}
