use super::scanner::end_of_plain;

/// Appends a text as a JSON string, as `serde_json` writes it. Copies runs of plain characters.
pub(crate) fn write_string(text: &str, json: &mut String) {
    let bytes = text.as_bytes();
    json.reserve(text.len() + 2);
    json.push('"');
    let mut at = 0;
    loop {
        let plain = end_of_plain(bytes, at);
        json.push_str(&text[at..plain]);
        let Some(byte) = bytes.get(plain) else {
            break;
        };
        json.push('\\');
        match byte {
            b'"' | b'\\' => json.push(char::from(*byte)),
            0x08 => json.push('b'),
            0x0c => json.push('f'),
            b'\n' => json.push('n'),
            b'\r' => json.push('r'),
            b'\t' => json.push('t'),
            // Another control character.
            _ => {
                let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
                json.push_str("u00");
                json.extend([digit(byte >> 4), digit(byte & 15)]);
            }
        }
        at = plain + 1;
    }
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::write_string;

    #[test]
    fn writes_each_character_as_serde_json_does() {
        let all: String = ('\0'..='\u{ff}').chain("é🙂\u{2028}".chars()).collect();
        for text in ["", "plain", "a\"b\\c\n", &all] {
            let mut json = String::new();
            write_string(text, &mut json);
            assert_eq!(json, serde_json::to_string(text).unwrap());
        }
    }
}
