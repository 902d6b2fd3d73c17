//! Charts of the page's tables, as SVG files in `docs/images`.
//!
//! The figures come from the tables of `docs/compared.md`, and a chart therefore always matches
//! the page. `peers charts` draws the charts again without measuring.

mod svg;

use std::{fs, io};

use svg::{Bar, Chart, Color, Panel};

const FOLDER: &str = "docs/images";

/// Draws all charts from the text of the page.
///
/// # Errors
///
/// Returns an error if a table is missing or a file cannot be written.
pub(crate) fn write(page: &str) -> io::Result<()> {
    fs::create_dir_all(FOLDER)?;
    for (name, draw) in CHARTS {
        let chart = draw(page).ok_or_else(|| {
            io::Error::other(format!("the page lacks the table of the chart `{name}`"))
        })?;
        fs::write(format!("{FOLDER}/{name}.svg"), chart.to_svg())?;
    }
    Ok(())
}

type Draw = fn(&str) -> Option<Chart>;

const CHARTS: [(&str, Draw); 3] = [
    ("wrong-values", wrong_values),
    ("speed", speed),
    ("retry-tokens", retry_tokens),
];

/// Calls that each library reads as intended, and calls that it reads as another value.
fn wrong_values(page: &str) -> Option<Chart> {
    let mut rows: Vec<(String, f64, f64)> = Vec::new();
    for row in rows_of(page, "matrix")? {
        let read = row.get(1)?.split('/').next()?.trim().parse().ok()?;
        let wrong = row.last()?.parse().ok()?;
        rows.push((row.first()?.clone(), read, wrong));
    }
    rows.sort_by(|(_, read, wrong), (_, other_read, other_wrong)| {
        let by_wrong = wrong.total_cmp(other_wrong);
        by_wrong.then(other_read.total_cmp(read))
    });
    let bar = |value: f64, color| Bar {
        value,
        text: value.to_string(),
        color,
    };
    let read = rows.iter().map(|(_, read, _)| bar(*read, Color::Good));
    let wrong = rows.iter().map(|(_, _, wrong)| bar(*wrong, Color::Bad));
    Some(Chart {
        title: "Malformed calls that each library reads".to_owned(),
        subtitle: "107 kinds of arguments; 59 have exactly one possible meaning. No error reports a wrong value."
            .to_owned(),
        panels: vec![
            Panel {
                heading: "read as intended (of 59)".to_owned(),
                bars: read.collect(),
            },
            Panel {
                heading: "read wrongly (of 107)".to_owned(),
                bars: wrong.collect(),
            },
        ],
        labels: rows.into_iter().map(|(name, ..)| name).collect(),
    })
}

/// Cost of a well-formed call by each library: the geometric mean of all calls that conform.
fn speed(page: &str) -> Option<Chart> {
    let mut rows: Vec<(String, f64)> = Vec::new();
    for row in rows_of(page, "costs")? {
        // The last column is a call that has to be coerced.
        let ratios = row.get(1..row.len().checked_sub(1)?)?;
        let ratios = ratios.iter().map(|ratio| ratio.parse::<f64>().ok());
        let ratios: Vec<f64> = ratios.collect::<Option<_>>()?;
        let logarithm: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        #[expect(clippy::cast_precision_loss, reason = "there are few calls")]
        let mean = (logarithm / ratios.len() as f64).exp();
        rows.push((row.first()?.clone(), mean));
    }
    rows.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let bar = |(name, mean): &(String, f64)| Bar {
        value: *mean,
        text: format!("{mean:.2} ×"),
        color: color(name),
    };
    Some(Chart {
        title: "Cost of reading a well-formed call".to_owned(),
        subtitle: "Instructions, as multiples of serde_json. Geometric mean of five calls."
            .to_owned(),
        panels: vec![Panel {
            heading: "times serde_json".to_owned(),
            bars: rows.iter().map(bar).collect(),
        }],
        labels: rows.into_iter().map(|(name, _)| name).collect(),
    })
}

/// Tokens of the error text for a call of six faults, and the number of faults that it names.
fn retry_tokens(page: &str) -> Option<Chart> {
    let mut rows: Vec<(String, u32, f64)> = Vec::new();
    for row in rows_of(page, "faults")? {
        let [name, named, tokens, ..] = row.as_slice() else {
            return None;
        };
        rows.push((name.clone(), named.parse().ok()?, tokens.parse().ok()?));
    }
    rows.sort_by(|(_, named, tokens), (_, other_named, other_tokens)| {
        let by_named = other_named.cmp(named);
        by_named.then(tokens.total_cmp(other_tokens))
    });
    let bar = |(name, named, tokens): &(String, u32, f64)| Bar {
        value: *tokens,
        text: format!("{tokens} tokens, {named} of 6 faults"),
        color: color(name),
    };
    Some(Chart {
        title: "Error text for a call with six faults".to_owned(),
        subtitle: "Tokens of o200k_base, sorted by the number of faults that the text names."
            .to_owned(),
        panels: vec![Panel {
            heading: "tokens".to_owned(),
            bars: rows.iter().map(bar).collect(),
        }],
        labels: rows.into_iter().map(|(name, ..)| name).collect(),
    })
}

fn color(name: &str) -> Color {
    if name.starts_with("tool-core") {
        Color::Good
    } else {
        Color::Plain
    }
}

/// Returns the cells of the table between two marks, without the two lines of its head.
fn rows_of(page: &str, mark: &str) -> Option<Vec<Vec<String>>> {
    let (_, rest) = page.split_once(&format!("<!-- begin {mark} -->"))?;
    let (table, _) = rest.split_once(&format!("<!-- end {mark} -->"))?;
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells = lines.map(|line| {
        let cells = line.trim_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_owned()).collect()
    });
    Some(cells.collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::CHARTS;

    #[test]
    fn every_chart_matches_its_table() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let page = fs::read_to_string(format!("{root}/docs/compared.md"));
        let page = page.expect("the page exists");
        for (name, draw) in CHARTS {
            let file = fs::read_to_string(format!("{root}/docs/images/{name}.svg"));
            let chart = draw(&page).expect("the page has the table");
            assert!(
                file.is_ok_and(|file| file == chart.to_svg()),
                "{name}.svg differs from its table; `peers charts` draws it"
            );
        }
    }
}
