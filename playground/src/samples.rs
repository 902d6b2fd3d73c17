//! The samples that the page offers.

use serde::Serialize;

/// A tool, a call, and the settings to read it with.
#[derive(Serialize)]
pub(crate) struct Sample {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) call: &'static str,
    pub(crate) leniency: &'static str,
    pub(crate) finish: &'static str,
}

macro_rules! sample {
    ($id:literal, $title:literal, $leniency:literal, $finish:literal) => {
        Sample {
            id: $id,
            title: $title,
            schema: include_str!(concat!("../samples/", $id, "/tool.json")),
            call: include_str!(concat!("../samples/", $id, "/call.txt")),
            leniency: $leniency,
            finish: $finish,
        }
    };
}

/// All samples, in the order of the page.
pub(crate) const SAMPLES: &[Sample] = &[
    sample!(
        "edit_file",
        "Code fence, key style, trailing commas",
        "standard",
        "unknown"
    ),
    sample!(
        "get_weather",
        "Several issues at once",
        "standard",
        "unknown"
    ),
    sample!(
        "search_issues",
        "Values of the wrong type",
        "standard",
        "unknown"
    ),
    sample!(
        "create_event",
        "Formats and constraints",
        "standard",
        "unknown"
    ),
    sample!("draw", "A union with a tag", "standard", "unknown"),
    sample!("run_query", "Python instead of JSON", "standard", "unknown"),
    sample!(
        "write_file",
        "Output that a limit cut off",
        "standard",
        "truncated"
    ),
    sample!("set_tags", "A forgotten bracket", "standard", "complete"),
    sample!("add_product", "Guesses", "generous", "unknown"),
    sample!(
        "http_request",
        "A whole call; exports with losses",
        "standard",
        "unknown"
    ),
];

#[cfg(test)]
mod tests {
    use super::SAMPLES;
    use serde_json::{Value, json};

    fn answer(id: &str, leniency: &str) -> Value {
        let sample = SAMPLES.iter().find(|sample| sample.id == id).unwrap();
        let request = json!({
            "schema": sample.schema, "call": sample.call,
            "leniency": leniency, "finish": sample.finish,
        });
        serde_json::from_str(&crate::respond(&request.to_string())).unwrap()
    }

    fn outcome(id: &str, leniency: &str) -> String {
        let reading = &answer(id, leniency)["reading"];
        let names = |list: &str, name: &str| -> Vec<String> {
            let entries = reading[list].as_array().into_iter().flatten();
            let entries = entries.map(|entry| entry.get("data").unwrap_or(entry)[name].clone());
            entries
                .filter_map(|name| Some(name.as_str()?.to_owned()))
                .collect()
        };
        match reading["status"].as_str() {
            Some("accepted") => format!("accepted: {}", names("repairs", "rule").join(" ")),
            _ => format!("rejected: {}", names("issues", "code").join(" ")),
        }
    }

    #[test]
    fn each_sample_shows_its_subject() {
        let outcomes: Vec<String> = SAMPLES
            .iter()
            .map(|sample| format!("{}: {}", sample.id, outcome(sample.id, sample.leniency)))
            .collect();
        let expected = [
            "edit_file: accepted: surrounding_text comma comma surrounding_text to_boolean \
             property_name",
            "get_weather: rejected: required maximum enum type",
            "search_issues: accepted: json_string enum_member string_to_number",
            "create_event: rejected: format multiple_of format unique_items",
            "draw: rejected: type required",
            "run_query: accepted: quotes quotes literal comment literal number_form comma",
            "write_file: rejected: truncated",
            "set_tags: accepted: unclosed unclosed float_to_integer",
            "add_product: accepted: currency percent thousands comma_list",
            "http_request: accepted: envelope enum_member scalar_to_string",
        ];
        assert_eq!(outcomes, expected);
    }

    #[test]
    fn strict_reading_rejects_each_sample() {
        for sample in SAMPLES {
            assert!(
                outcome(sample.id, "strict").starts_with("rejected"),
                "{}",
                sample.id
            );
        }
    }
}
