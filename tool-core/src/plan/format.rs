use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A string format that the plan checks. JSON Schema treats any other format as an annotation.
#[derive(Debug)]
pub(super) struct StringFormat {
    pub(super) name: &'static str,
    pub(super) matches: fn(&str) -> bool,
}

const fn row(name: &'static str, matches: fn(&str) -> bool) -> StringFormat {
    StringFormat { name, matches }
}

pub(super) static FORMATS: [StringFormat; 9] = [
    row("date-time", is_date_time),
    row("date", is_date),
    row("time", is_time),
    row("uuid", is_uuid),
    row("email", is_email),
    row("uri", is_uri),
    row("ip", |text| text.parse::<IpAddr>().is_ok()),
    row("ipv4", |text| text.parse::<Ipv4Addr>().is_ok()),
    row("ipv6", |text| text.parse::<Ipv6Addr>().is_ok()),
];

impl StringFormat {
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

/// Returns whether the plan checks a format of strings.
#[cfg(feature = "text")]
pub(crate) fn is_checked_format(name: &str) -> bool {
    StringFormat::named(name).is_some()
}

/// RFC 3339: a date, `T`, and a time with its offset.
fn is_date_time(text: &str) -> bool {
    text.split_at_checked(10).is_some_and(|(date, rest)| {
        is_date(date) && rest.strip_prefix(['T', 't']).is_some_and(is_time)
    })
}

/// RFC 3339 `full-date`: `2024-05-17`, on a day that exists.
fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = parse_three_numbers(text, '-', [4, 2, 2]) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339 `full-time`: `09:30:00.5+02:00`. Accepts a leap second only at the end of a UTC day.
fn is_time(text: &str) -> bool {
    let Some(offset_at) = text.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (clock, offset) = text.split_at(offset_at);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let Some([hour, minute, second]) = parse_three_numbers(clock, ':', [2, 2, 2]) else {
        return false;
    };
    let Some(offset) = parse_offset(offset) else {
        return false;
    };
    let utc_minute = (i64::from(hour) * 60 + i64::from(minute) - offset).rem_euclid(24 * 60);
    hour <= 23
        && minute <= 59
        && (second <= 59 || second == 60 && utc_minute == 24 * 60 - 1)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'Z' | b'z' => return (text.len() == 1).then_some(0),
        b'-' => -1,
        _ => 1,
    };
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes) = (parse_digits(hours, 2)?, parse_digits(minutes, 2)?);
    (hours <= 23 && minutes <= 59).then_some(sign * i64::from(hours * 60 + minutes))
}

/// Parses three numbers between separators. `counts` gives the number of digits of each.
fn parse_three_numbers(text: &str, separator: char, counts: [usize; 3]) -> Option<[u32; 3]> {
    let mut parts = text.split(separator);
    let [first, second, third] = counts.map(|count| parse_digits(parts.next()?, count));
    let is_whole = parts.next().is_none();
    is_whole.then_some([first?, second?, third?])
}

/// Parses a number of exactly `count` ASCII digits.
fn parse_digits(text: &str, count: usize) -> Option<u32> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// RFC 9562: 32 hex digits in groups of 8, 4, 4, 4 and 12.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A local part, `@`, and a domain. The local part is a quoted string or consists of dot-separated
/// atoms. The domain is a host name or an address in brackets.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let quoted = local.len() > 2 && local.starts_with('"') && local.ends_with('"');
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte))
    };
    local.len() <= 64 && (quoted || local.split('.').all(is_atom)) && is_domain(domain)
}

fn is_domain(domain: &str) -> bool {
    if let Some(address) = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        return match address.strip_prefix("IPv6:") {
            Some(address) => address.parse::<Ipv6Addr>().is_ok(),
            None => address.parse::<Ipv4Addr>().is_ok(),
        };
    }
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    domain.len() <= 253 && domain.split('.').all(is_label)
}

/// RFC 3986: a scheme, `:`, and only characters that a URI may contain.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let scheme_is_valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    scheme_is_valid && has_uri_characters(rest) && is_authority_valid(rest)
}

fn has_uri_characters(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.splitn(3, '#').count() <= 2
        && bytes.iter().enumerate().all(|(at, byte)| match byte {
            b'%' => bytes
                .get(at + 1..at + 3)
                .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(byte),
        })
}

/// Checks that brackets enclose only an IPv6 host and that the port is a number.
fn is_authority_valid(rest: &str) -> bool {
    let Some(after) = rest.strip_prefix("//") else {
        return !rest.contains(['[', ']']);
    };
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (authority, path) = after.split_at(end);
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if address.parse::<Ipv6Addr>().is_ok() => ("", port),
        Some(_) => return false,
        None => host.find(':').map_or((host, ""), |at| host.split_at(at)),
    };
    let port_is_valid = port.is_empty()
        || port.starts_with(':') && port[1..].bytes().all(|byte| byte.is_ascii_digit());
    port_is_valid
        && ![user, host, path]
            .iter()
            .any(|part| part.contains(['[', ']']))
}
