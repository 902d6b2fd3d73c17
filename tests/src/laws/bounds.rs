use serde_json::Value;
use tool_core::retry::{TextLimits, annotated, instruction, list, list_again, preflight};
use tool_core::{Leniency, Limits, ToolArgError};

use super::case::{finish, repeated};
use super::{Case, Verdict, holds};
use crate::Entropy;

/// No input is too much: whatever the text, the answer is a value or an error that can be
/// rendered, within the bounds that were set.
///
/// # Errors
///
/// If the law is broken, or says nothing.
pub fn bounds(text: &str, choices: &[u8]) -> Verdict {
    let mut case = Case::new(text, choices)?;
    let small = Limits::default().depth(8).nodes(50).issues(3);
    let limits = *case.entropy.pick(&[small, Limits::default()]);
    let finish = finish(&mut case.entropy);
    let texts = text_limits(&mut case.entropy);
    let sent = repeated(&case.sent, &mut case.entropy);
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let reader = case.definition.reader().leniency(leniency).finish(finish);
        if let Err(error) = reader.limits(limits).read::<Value>(&sent) {
            let most = limits.max_issues() + 1;
            let count = error.issues().len();
            holds((1..=most).contains(&count), || {
                format!("{count} issues {}", case.told())
            })?;
            holds(error.salvage().value.is_object(), || case.told())?;
            is_told(&error, texts, &case)?;
        }
    }
    Ok(())
}

/// All words that there are of an error, of the length that was asked for.
fn is_told(error: &ToolArgError, limits: TextLimits, case: &Case<'_>) -> Verdict {
    let lines = [
        error.to_string(),
        instruction(error, limits),
        preflight(error, limits),
    ];
    for line in lines {
        holds(!line.contains('\n'), || format!("{line}\n{}", case.told()))?;
    }
    let echo = annotated(error, limits);
    holds(echo.chars().count() <= limits.max_echo(), || {
        format!("{echo}\n{}", case.told())
    })?;
    let shape = list_again(error, limits);
    let shape = shape.lines().last().unwrap_or_default();
    holds(shape.chars().count() <= limits.max_shape(), || {
        format!("{shape}\n{}", case.told())
    })?;
    let lines = list(error, limits).lines().count();
    holds(lines <= limits.max_issues() + 3, || {
        format!("{lines} lines {}", case.told())
    })?;
    let all = error.numbered().lines().count();
    holds(all >= error.issues().len(), || {
        format!("{all} lines {}", case.told())
    })?;
    holds(error.payload().is_object(), || case.told())
}

fn text_limits(entropy: &mut Entropy<'_>) -> TextLimits {
    let limits = TextLimits::default();
    if entropy.once_in(3) {
        let issues = limits.issues(entropy.below(12));
        let characters = issues.characters(entropy.below(150));
        characters
            .echo(entropy.below(256) * 8)
            .shape(entropy.below(256) * 4)
    } else {
        limits
    }
}
