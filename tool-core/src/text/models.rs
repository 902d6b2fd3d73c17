use super::Format;

/// Words and version numbers in the IDs of models, and the format of these models. The first match
/// counts. A version with a plus sign means all later ones of the same major version.
const MODELS: &[(&str, Format)] = &[
    // The base of a distilled model writes another format.
    ("deepseek-r1", Format::DeepSeekV3),
    ("deepseek-v4.1+", Format::DeepSeekV41),
    ("deepseek-v4", Format::DeepSeekV4),
    ("deepseek-v3.2-exp", Format::DeepSeekV31),
    ("deepseek-v3.2", Format::DeepSeekV32),
    ("deepseek-v3.1", Format::DeepSeekV31),
    ("deepseek", Format::DeepSeekV3),
    ("cogito", Format::DeepSeekV3),
    ("iquest", Format::IQuest),
    ("k2-horizon", Format::K2Horizon),
    ("mirothinker", Format::MiroThinker),
    ("xlam", Format::Xlam),
    ("hammer", Format::Xlam),
    ("watt", Format::Pythonic),
    ("toolace", Format::Pythonic),
    ("qwen3-coder", Format::Qwen3Coder),
    ("qwen3.5+", Format::Qwen3Coder),
    ("nemotron-3+", Format::Qwen3Coder),
    // A model on the base of Qwen 3.5.
    ("ornith", Format::Qwen3Coder),
    ("qwen", Format::Hermes),
    ("qwq", Format::Hermes),
    ("hermes", Format::Hermes),
    ("smollm3", Format::Hermes),
    ("trinity", Format::Hermes),
    ("exaone", Format::Hermes),
    ("ling-2.5", Format::Hermes),
    ("granite-4+", Format::Hermes),
    ("granite-20b", Format::Granite20bFc),
    ("granite-3+", Format::Granite3),
    ("internlm", Format::InternLm2),
    ("intern-s1", Format::InternLm2),
    ("longcat", Format::LongCat),
    ("phi-4", Format::Phi4Mini),
    ("firefunction", Format::FireFunctionV2),
    ("jamba", Format::Jamba),
    ("apriel", Format::Apriel),
    ("hy3", Format::HyV3),
    ("hy4", Format::HyV3),
    ("hunyuan-3", Format::HyV3),
    ("hunyuan", Format::HunyuanA13b),
    ("nemotron", Format::NemotronNanoV2),
    ("minimax-m1", Format::MiniMaxM1),
    ("minimax-m3+", Format::MiniMaxM3),
    ("minimax", Format::MiniMaxM2),
    ("ernie", Format::Ernie45),
    ("command-r-plus", Format::CohereCommandRPlus),
    ("command", Format::CohereCommand),
    ("gigachat3.5", Format::GigaChat35),
    ("gigachat3.1", Format::GigaChat31),
    ("gigachat3", Format::GigaChat3),
    ("kimi-k3+", Format::KimiK3),
    ("kimi", Format::KimiK2),
    ("apertus", Format::Apertus),
    ("solar-open-2", Format::SolarOpen2),
    ("solar-open", Format::SolarOpen),
    ("plamo-3+", Format::Plamo3),
    ("inkling", Format::Inkling),
    ("pangu", Format::Pangu),
    ("mistral-nemo", Format::MistralArray),
    ("mistral-7b", Format::MistralArray),
    ("mixtral", Format::MistralArray),
    ("pixtral", Format::MistralArray),
    ("small-3.1", Format::MistralArray),
    // The versions of 2024, and Small 3.
    ("mistral-small-24b", Format::MistralArray),
    ("mistral-small-2409", Format::MistralArray),
    ("mistral-small-2501", Format::MistralArray),
    ("mistral-small-instruct-2409", Format::MistralArray),
    ("mistral-large-2407", Format::MistralArray),
    ("mistral-large-2411", Format::MistralArray),
    ("mistral-large-instruct-2407", Format::MistralArray),
    ("mistral-large-instruct-2411", Format::MistralArray),
    ("ministral-8b-instruct-2410", Format::MistralArray),
    ("mistral", Format::MistralV11),
    ("magistral", Format::MistralV11),
    ("devstral", Format::MistralV11),
    ("ministral", Format::MistralV11),
    ("llama-4", Format::Llama4),
    ("llama-3.2-1b", Format::Pythonic),
    ("llama-3.2-3b", Format::Pythonic),
    ("functionary-small-v3.2", Format::FunctionaryV32),
    ("functionary-medium-v3.2", Format::FunctionaryV32),
    ("functionary-medium-v3.1", Format::FunctionaryV31),
    ("functionary-small-v3.1", Format::FunctionaryV31),
    ("functionary", Format::FunctionaryV2),
    ("llama", Format::Llama3),
    ("rwkv", Format::Rwkv),
    ("cwm", Format::Cwm),
    ("mimo-v2+", Format::MiMoV2),
    ("mimo", Format::Hermes),
    ("step-audio-2", Format::StepAudio2),
    ("step-3.5+", Format::Step35),
    ("step-3", Format::Step3),
    ("seed-oss", Format::SeedOss),
    // The name of the tool, a line break and JSON.
    ("glm-4", Format::FunctionaryV32),
    ("glm-4.7+", Format::Glm47),
    ("glm-4+", Format::Glm45),
    ("glm", Format::Glm47),
    ("ling-3+", Format::Glm47),
    ("spark-3+", Format::Glm47),
    ("hyperclova", Format::HyperClovaX),
    ("laguna", Format::Poolside),
    ("poolside", Format::Poolside),
    ("minicpm5", Format::MiniCpm5),
    ("dots", Format::Dots),
    ("muse-glimmer", Format::MuseGlimmer),
    ("olmo-3+", Format::Olmo3),
    ("lfm2+", Format::Lfm2),
    ("sarashina", Format::Sarashina),
    ("functiongemma", Format::FunctionGemma),
    ("gemma-4", Format::Gemma4),
    ("gemma-3", Format::Pythonic),
    ("gpt-oss", Format::Harmony),
];

impl Format {
    /// Returns the format of a model, from its ID on a hub. Returns `None` for an unknown model.
    /// [`ModelFormats`] also finds models that you add.
    ///
    /// Words and version numbers are compared: `Qwen3.8-27B` is not a `Qwen3-8B`.
    ///
    /// ```
    /// use tool_core::text::Format;
    ///
    /// let format = Format::for_model("Qwen/Qwen3-Coder-30B-A3B-Instruct");
    /// assert_eq!(format, Some(Format::Qwen3Coder));
    /// assert_eq!(Format::for_model("moonshotai/Kimi-K2-Thinking"), Some(Format::KimiK2));
    /// assert_eq!(Format::for_model("Qwen/Qwen3.8-27B"), Some(Format::Qwen3Coder));
    /// assert_eq!(Format::for_model("Qwen/Qwen3-8B"), Some(Format::Hermes));
    /// assert_eq!(Format::for_model("acme/unknown"), None);
    /// ```
    #[must_use]
    pub fn for_model(id: &str) -> Option<Self> {
        let name = id.rsplit('/').next().unwrap_or(id);
        let words = split_words(name);
        let found = MODELS.iter().find(|(part, _)| contains(&words, part));
        found.map(|(_, format)| *format)
    }
}

/// A table of models and their formats: the models of [`Format::for_model`] and your own.
///
/// ```
/// use tool_core::text::{Format, ModelFormats};
///
/// let models = ModelFormats::new()
///     .with("my-org/", Format::Hermes)
///     .with("my-org/coder", Format::Qwen3Coder);
/// assert_eq!(models.find("my-org/merge-7b"), Some(Format::Hermes));
/// assert_eq!(models.find("my-org/Coder-32B"), Some(Format::Qwen3Coder));
/// assert_eq!(models.find("openai/gpt-oss-20b"), Some(Format::Harmony));
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ModelFormats {
    /// Parts of IDs. The last match counts.
    added: Vec<(String, Format)>,
}

impl ModelFormats {
    /// Creates a table with the models of [`Format::for_model`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the models whose ID contains the words and numbers of `part`, without regard to case and
    /// punctuation. The entry overrides earlier ones.
    pub fn with(mut self, part: &str, format: Format) -> Self {
        self.added.push((part.to_owned(), format));
        self
    }

    /// Returns the format of a model, from its ID. Returns `None` for an unknown model.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Format> {
        let words = split_words(id);
        let mut added = self.added.iter().rev();
        let found = added.find(|(part, _)| contains(&words, part));
        found.map_or_else(|| Format::for_model(id), |(_, format)| Some(*format))
    }
}

/// Splits a text into words in lower case and numbers: `Qwen3.8-27B` has the parts `qwen`, `3.8`,
/// `27` and `b`. A plus sign belongs to the number before it.
fn split_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_digit = |c: &char| c.is_ascii_digit();
        let is_inside = match c {
            '.' => is_digit(&last) && rest.peek().is_some_and(is_digit),
            '+' => is_digit(&last),
            _ if is_digit(&c) => is_digit(&last) || last == '.',
            _ => c.is_alphabetic() && last.is_alphabetic(),
        };
        match words.last_mut() {
            Some(word) if is_inside => word.extend(c.to_lowercase()),
            _ if c.is_alphanumeric() => words.push(c.to_lowercase().collect()),
            _ => {}
        }
        last = if is_inside || c.is_alphanumeric() {
            c
        } else {
            ' '
        };
    }
    words
}

/// Returns whether these words contain the words of a part, one after the other.
fn contains(words: &[String], part: &str) -> bool {
    let part = split_words(part);
    let mut windows = words.windows(part.len().max(1));
    windows.any(|window| {
        window
            .iter()
            .zip(&part)
            .all(|(word, part)| is_same(word, part))
    })
}

/// Returns whether a word of an ID is a word of the table. A longer word may begin or end with it:
/// `HyperCLOVAX`, `openPangu`. A number has to be equal.
fn is_same(word: &str, part: &str) -> bool {
    let Some(least) = part.strip_suffix('+') else {
        let is_word = part.starts_with(char::is_alphabetic);
        return word == part
            || is_word
                && (part.len() > 3 && word.starts_with(part)
                    || part.len() > 4 && word.ends_with(part));
    };
    let version = |text: &str| {
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    match (version(word), version(least)) {
        (Some((major, minor)), Some((same, least))) => major == same && minor >= least,
        _ => false,
    }
}
