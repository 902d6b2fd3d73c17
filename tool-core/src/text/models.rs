use super::format::Format;

/// Parts of model IDs, in lower case without separators, and the format of these models. The
/// first match counts.
const MODELS: &[(&str, Format)] = &[
    ("qwen3coder", Format::Qwen3Coder),
    ("qwen35", Format::Qwen3Coder),
    ("qwen36", Format::Qwen3Coder),
    ("nemotron3", Format::Qwen3Coder),
    ("xlam", Format::Xlam),
    ("watt", Format::Pythonic),
    ("toolace", Format::Pythonic),
    ("qwen", Format::Hermes),
    ("qwq", Format::Hermes),
    ("hermes", Format::Hermes),
    ("smollm3", Format::Hermes),
    ("trinity", Format::Hermes),
    ("granite4", Format::Hermes),
    ("granite20b", Format::Granite20bFc),
    ("granite3", Format::Granite3),
    ("internlm", Format::InternLm2),
    ("interns1", Format::InternLm2),
    ("longcat", Format::LongCat),
    ("phi4", Format::Phi4Mini),
    ("firefunction", Format::FireFunctionV2),
    ("jamba", Format::Jamba),
    ("apriel", Format::Apriel),
    ("hunyuana13b", Format::HunyuanA13b),
    ("hy3", Format::HyV3),
    ("nemotron", Format::NemotronNanoV2),
    ("minimaxm1", Format::MiniMaxM1),
    ("minimaxm3", Format::MiniMaxM3),
    ("minimax", Format::MiniMaxM2),
    ("ernie45", Format::Ernie45),
    ("commandrplus", Format::CohereCommandRPlus),
    ("command", Format::CohereCommand),
    ("gigachat35", Format::GigaChat35),
    ("gigachat31", Format::GigaChat31),
    ("gigachat3", Format::GigaChat3),
    ("deepseekv4", Format::DeepSeekV4),
    ("deepseekv32exp", Format::DeepSeekV31),
    ("deepseekv32", Format::DeepSeekV32),
    ("deepseekv31", Format::DeepSeekV31),
    ("deepseek", Format::DeepSeekV3),
    ("cogito", Format::DeepSeekV3),
    ("kimik3", Format::KimiK3),
    ("kimi", Format::KimiK2),
    ("apertus", Format::Apertus),
    ("solaropen", Format::SolarOpen),
    ("plamo3", Format::Plamo3),
    ("inkling", Format::Inkling),
    ("pangu", Format::Pangu),
    ("mistralnemo", Format::MistralArray),
    ("mistral7b", Format::MistralArray),
    ("mixtral", Format::MistralArray),
    ("pixtral", Format::MistralArray),
    ("small31", Format::MistralArray),
    // The versions of 2024, and Small 3.
    ("mistralsmall24", Format::MistralArray),
    ("mistralsmallinstruct24", Format::MistralArray),
    ("mistrallarge24", Format::MistralArray),
    ("mistrallargeinstruct24", Format::MistralArray),
    ("ministral8binstruct24", Format::MistralArray),
    ("mistral", Format::MistralV11),
    ("magistral", Format::MistralV11),
    ("devstral", Format::MistralV11),
    ("ministral", Format::MistralV11),
    ("llama4", Format::Llama4),
    ("llama321b", Format::Pythonic),
    ("llama323b", Format::Pythonic),
    ("functionarysmallv32", Format::FunctionaryV32),
    ("functionarymediumv32", Format::FunctionaryV32),
    ("functionarymediumv31", Format::FunctionaryV31),
    ("functionarysmallv31", Format::FunctionaryV31),
    ("functionary", Format::FunctionaryV2),
    ("llama", Format::Llama3),
    ("rwkv", Format::Rwkv),
    ("cwm", Format::Cwm),
    ("mimov2", Format::MiMoV2),
    ("mimo", Format::Hermes),
    ("step35", Format::Step35),
    ("step3", Format::Step3),
    ("seedoss", Format::SeedOss),
    ("glm47", Format::Glm47),
    ("glm5", Format::Glm47),
    ("glm4", Format::Glm45),
    ("ling3", Format::Glm47),
    ("hyperclova", Format::HyperClovaX),
    ("laguna", Format::Poolside),
    ("poolside", Format::Poolside),
    ("minicpm5", Format::MiniCpm5),
    ("dots", Format::Dots),
    ("museglimmer", Format::MuseGlimmer),
    ("olmo3", Format::Olmo3),
    ("lfm2", Format::Lfm2),
    ("sarashina", Format::Sarashina),
    ("functiongemma", Format::FunctionGemma),
    ("gemma4", Format::Gemma4),
    ("gemma3", Format::Pythonic),
    ("gptoss", Format::Harmony),
];

impl Format {
    /// Returns the format of a model, from its ID on a hub. Returns `None` for an unknown model.
    /// [`ModelFormats`] also finds models that you add.
    ///
    /// ```
    /// use tool_core::text::Format;
    ///
    /// let format = Format::for_model("Qwen/Qwen3-Coder-30B-A3B-Instruct");
    /// assert_eq!(format, Some(Format::Qwen3Coder));
    /// assert_eq!(Format::for_model("moonshotai/Kimi-K2-Thinking"), Some(Format::KimiK2));
    /// assert_eq!(Format::for_model("acme/unknown"), None);
    /// ```
    #[must_use]
    pub fn for_model(id: &str) -> Option<Self> {
        let name = id.rsplit('/').next().unwrap_or(id);
        let folded = fold(name);
        let found = MODELS.iter().find(|(part, _)| folded.contains(part));
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
    /// Folded parts of IDs. The last match counts.
    added: Vec<(String, Format)>,
}

impl ModelFormats {
    /// Creates a table with the models of [`Format::for_model`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the models whose ID contains `part`, without regard to case and punctuation. The entry
    /// overrides earlier ones.
    pub fn with(mut self, part: &str, format: Format) -> Self {
        self.added.push((fold(part), format));
        self
    }

    /// Returns the format of a model, from its ID. Returns `None` for an unknown model.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Format> {
        let folded = fold(id);
        let mut added = self.added.iter().rev();
        let found = added.find(|(part, _)| folded.contains(part));
        found.map_or_else(|| Format::for_model(id), |(_, format)| Some(*format))
    }
}

/// Returns the letters and digits in lower case.
fn fold(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.collect::<String>().to_lowercase()
}
