use tool_core::call::{Api, Assembler, calls_in_response};
use tool_core::text::{TextOptions, read_text};
use tool_core::{CallError, Definitions, Finish};

use super::case::{finish, repeated};
use super::{Case, Verdict, holds};

/// For every output of a provider: no panic, the same calls for every split of the bytes, and an
/// answer of one line to each call.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn calls(text: &str, choices: &[u8]) -> Verdict {
    let mut case = Case::with_value(choices)?;
    let entropy = &mut case.entropy;
    let (api, finish, size) = (*entropy.pick(APIS), finish(entropy), entropy.below(64) + 1);
    let sent = repeated(text, entropy);
    let options = TextOptions::new().finish(finish);
    let mut found = read_text(&sent, &Definitions::default(), &options).calls;
    let in_response = calls_in_response(api, &sent);
    found.extend(in_response.into_iter().flat_map(|found| found.calls));

    let (mut whole, mut split) = (Assembler::new(api), Assembler::new(api));
    let told = whole.push_bytes(sent.as_bytes()).is_ok();
    let mut of_pieces = true;
    for bytes in sent.as_bytes().chunks(size) {
        of_pieces &= split.push_bytes(bytes).is_ok();
        if sent.len() == text.len() {
            for arguments in split.partial().filter_map(|call| call.arguments) {
                let _ = arguments.to_value();
            }
        }
    }
    let (whole, split) = (whole.finish(), split.finish());
    holds(told == of_pieces && whole == split, || {
        format!("{whole:?}\n{split:?}\n{sent}")
    })?;

    found.extend(whole.calls);
    let tools = Definitions::new([case.definition]);
    let tools = tools.map_err(|error| super::Exception::Broken(error.to_string()))?;
    for call in found {
        holds(!call.name.is_empty(), || format!("{call:?}"))?;
        // A call from a stream is never certainly complete.
        holds(call.finish() != Finish::Complete, || format!("{call:?}"))?;
        if let Err(error) = tools.parse(&call.name, &call.raw) {
            let is_line = !error.to_string().contains('\n');
            let is_name = !matches!(error, CallError::Arguments(_));
            holds(is_line || is_name, || format!("{call:?}: {error}"))?;
        }
    }
    Ok(())
}

const APIS: &[Api] = &[
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
    Api::Bedrock,
    Api::Ollama,
];
