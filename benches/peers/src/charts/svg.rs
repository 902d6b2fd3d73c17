//! Horizontal bar charts as SVG, with text elements and without scripts or external fonts.

use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 20.0;
const ROW: f64 = 26.0;
const BAR: f64 = 16.0;
const GAP: f64 = 24.0;
/// Top of the first row.
const TOP: f64 = 66.0;
/// Height of the headings of the panels, if there are several.
const HEADINGS: f64 = 22.0;
/// Average width of a character of the labels.
const CHARACTER: f64 = 7.1;

/// A chart: one row per label, and one bar per row in each panel.
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) labels: Vec<String>,
    pub(super) panels: Vec<Panel>,
}

/// A column of bars with one scale.
pub(super) struct Panel {
    pub(super) heading: String,
    pub(super) bars: Vec<Bar>,
}

pub(super) struct Bar {
    pub(super) value: f64,
    /// Text after the bar.
    pub(super) text: String,
    pub(super) color: Color,
}

#[derive(Clone, Copy)]
pub(super) enum Color {
    Good,
    Bad,
    Plain,
}

impl Color {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Plain => "plain",
        }
    }
}

/// The card has a background, which keeps the text readable on any page.
const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:13px;fill:#1f2328}
.card{fill:#ffffff;stroke:#d1d9e0}
.title{font-size:16px;font-weight:600}
.note{font-size:12px;fill:#59636e}
.own{font-weight:600}
.axis{stroke:#d1d9e0}
.good{fill:#1a7f64}
.bad{fill:#cf4b3f}
.plain{fill:#8c959f}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}
.card{fill:#0d1117;stroke:#3d444d}
.note{fill:#9198a1}
.axis{stroke:#3d444d}
.good{fill:#3fb68f}
.bad{fill:#f0685c}
.plain{fill:#656c76}
}
";

impl Chart {
    /// Returns the text of the SVG file.
    pub(super) fn to_svg(&self) -> String {
        let rows = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        let height = self.top() + f64::from(rows) * ROW + MARGIN - (ROW - BAR) / 2.0;
        let (title, note) = (escaped(&self.title), escaped(&self.subtitle));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"desc\">{}</desc>\n\
             <style>\n{STYLE}</style>\n\
             <rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n\
             <text class=\"title\" x=\"{MARGIN}\" y=\"32\">{title}</text>\n\
             <text class=\"note\" x=\"{MARGIN}\" y=\"52\">{note}</text>\n",
            escaped(&self.description()),
            WIDTH - 1.0,
            height - 1.0,
        );
        let mut left = self.labels(&mut svg);
        let panels = u32::try_from(self.panels.len()).unwrap_or(1).max(1);
        let width = (WIDTH - MARGIN - left - GAP * f64::from(panels - 1)) / f64::from(panels);
        for panel in &self.panels {
            if panels > 1 {
                let heading = escaped(&panel.heading);
                writeln!(
                    svg,
                    "<text class=\"note\" x=\"{left:.1}\" y=\"76\">{heading}</text>"
                )
                .ok();
            }
            panel.draw(&mut svg, [left, self.top(), width]);
            left += width + GAP;
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn top(&self) -> f64 {
        if self.panels.len() > 1 {
            TOP + HEADINGS
        } else {
            TOP
        }
    }

    /// Draws the labels and returns the left edge of the panels.
    fn labels(&self, svg: &mut String) -> f64 {
        let length = |label: &String| u32::try_from(label.chars().count()).unwrap_or(u32::MAX);
        let longest = self.labels.iter().map(length).max().unwrap_or_default();
        let edge = MARGIN + f64::from(longest) * CHARACTER;
        let mut top = self.top();
        for label in &self.labels {
            let class = if label.starts_with("tool-core") {
                " class=\"own\""
            } else {
                ""
            };
            let label = escaped(label);
            let y = baseline(top);
            writeln!(
                svg,
                "<text{class} x=\"{edge:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>"
            )
            .ok();
            top += ROW;
        }
        edge + 10.0
    }

    /// Returns all figures as text, for screen readers.
    fn description(&self) -> String {
        let mut rows = Vec::new();
        for (number, label) in self.labels.iter().enumerate() {
            let figures = self.panels.iter().filter_map(|panel| {
                let text = &panel.bars.get(number)?.text;
                let is_one = self.panels.len() == 1;
                Some(if is_one {
                    text.clone()
                } else {
                    format!("{text} {}", panel.heading)
                })
            });
            let figures: Vec<_> = figures.collect();
            rows.push(format!("{label}: {}", figures.join("; ")));
        }
        format!("{} {}.", self.subtitle, rows.join(". "))
    }
}

impl Panel {
    /// Draws the bars, given the left edge, the top of the first row, and the width.
    fn draw(&self, svg: &mut String, [left, first, width]: [f64; 3]) {
        // The longest text has to fit behind its bar.
        let room = |bar: &Bar| {
            let characters = u32::try_from(bar.text.chars().count()).unwrap_or(u32::MAX);
            let text = f64::from(characters) * CHARACTER + 8.0;
            (width - text).max(1.0) / bar.value.max(f64::MIN_POSITIVE)
        };
        let scale = self.bars.iter().map(room).fold(f64::INFINITY, f64::min);
        let mut top = first;
        for bar in &self.bars {
            let length = (bar.value * scale).max(0.0);
            let (class, text) = (bar.color.class(), escaped(&bar.text));
            writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{BAR}\" rx=\"2\"/>",
                top + (ROW - BAR) / 2.0,
            )
            .ok();
            writeln!(
                svg,
                "<text class=\"note\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
                left + length + 6.0,
                baseline(top),
            )
            .ok();
            top += ROW;
        }
        writeln!(
            svg,
            "<line class=\"axis\" x1=\"{left:.1}\" y1=\"{first}\" x2=\"{left:.1}\" y2=\"{top}\"/>"
        )
        .ok();
    }
}

fn baseline(top: f64) -> f64 {
    top + ROW / 2.0 + 4.5
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
