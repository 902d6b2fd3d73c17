use serde_json::Value;
use tool_core::feedback::Style;
use tool_core::{Input, Leniency, Limits, ToolArgError};

use super::case::{finish, repeated};
use super::{Case, Verdict, holds};
use crate::Sizes;

/// Every input is bounded: the result is a value, or an error that can be rendered within the
/// limits.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn bounds(text: &str, choices: &[u8]) -> Verdict {
    let mut case = Case::new(text, choices)?;
    let small = Limits::default().depth(8).nodes(50).issues(3);
    let (limits, issues) = *case.entropy.pick(&[(small, 3), (Limits::default(), 100)]);
    let finish = finish(&mut case.entropy);
    let sizes = Sizes::pick(&mut case.entropy);
    let sent = repeated(&case.sent, &mut case.entropy);
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let reader = case.definition.reader().leniency(leniency);
        if let Err(error) = reader
            .limits(limits)
            .read::<Value>(Input::from(&sent).finish(finish))
        {
            let most = issues + 1;
            let count = error.issues().len();
            holds((1..=most).contains(&count), || {
                format!("{count} issues {}", case.describe())
            })?;
            holds(error.salvage().value.is_object(), || case.describe())?;
            check_texts(&error, sizes, &case)?;
        }
    }
    Ok(())
}

/// Checks that every text of an error is within its limit.
fn check_texts(error: &ToolArgError, sizes: Sizes, case: &Case<'_>) -> Verdict {
    let limits = sizes.limits();
    let lines = [
        error.to_string(),
        error.render_within(Style::Instruction, limits),
        error.render_within(Style::Preflight, limits),
    ];
    for line in lines {
        holds(!line.contains('\n'), || {
            format!("{line}\n{}", case.describe())
        })?;
    }
    let echo = error.render_within(Style::Annotated, limits);
    holds(echo.chars().count() <= sizes.echo, || {
        format!("{echo}\n{}", case.describe())
    })?;
    let shape = error.render_within(Style::ListAgain, limits);
    let shape = shape.lines().last().unwrap_or_default();
    holds(shape.chars().count() <= sizes.shape, || {
        format!("{shape}\n{}", case.describe())
    })?;
    let lines = error.render_within(Style::List, limits).lines().count();
    holds(lines <= sizes.issues + 3, || {
        format!("{lines} lines {}", case.describe())
    })?;
    let all = error.render(Style::Numbered).lines().count();
    holds(all >= error.issues().len(), || {
        format!("{all} lines {}", case.describe())
    })?;
    holds(error.payload().is_object(), || case.describe())
}
