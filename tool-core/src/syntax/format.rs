//! The names of the formats.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::unknown_name::UnknownName;

/// Defines [`Format`] from its variants: the models in words, the variant, its stable name, and words
/// and version numbers in the IDs of the models.
///
/// A version with a plus sign means all later ones of the same major version. An ID with a tilde is
/// the base of other models: their IDs also contain it.
macro_rules! formats {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal [$($id:literal),* $(,)?],)*) => {
        /// The format in which a model writes its calls as text.
        ///
        /// Each format belongs to a family of models. The variant names it, and
        /// [`as_str`](Self::as_str) returns its stable name.
        ///
        #[cfg_attr(feature = "answers", doc = "```")]
        #[cfg_attr(not(feature = "answers"), doc = "```ignore")]
        /// use tool_core::text::Format;
        ///
        /// assert_eq!(Format::Qwen3Coder.as_str(), "qwen3_coder_xml");
        /// assert_eq!("kimi_k2".parse(), Ok(Format::KimiK2));
        /// assert!(Format::all().contains(&Format::KimiK2));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[doc = $doc])* $variant,)*
            /// A format that the host added with `CallTemplate`.
            Custom(CustomFormat),
        }

        const ALL: &[Format] = &[$(Format::$variant),*];

        /// The IDs of the models of each format.
        #[cfg(feature = "answers")]
        pub(crate) const MODEL_IDS: &[(Format, &[&str])] = &[$((Format::$variant, &[$($id),*])),*];

        /// The models of each format in words, for the guide.
        #[cfg(test)]
        pub(super) const MODELS_IN_WORDS: &[&str] = &[$(concat!($($doc),*)),*];

        impl Format {
            /// Returns the stable name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Custom(custom) => custom.as_str(),
                }
            }
        }
    };
}

formats! {
    /// Hermes 2 Pro and 3, Qwen 2.5 and 3, Granite 4, `SmolLM3` and many others.
    Hermes "hermes_json" [
        "~qwen", "~qwq", "hermes", "smollm3", "trinity", "exaone", "ling-2.5", "granite-4+", "mimo",
        "qwen3-nemotron",
    ],
    /// Granite 3.
    Granite3 "granite_3" ["granite-3+"],
    /// Granite 20B function calling.
    Granite20bFc "granite_20b_fc" ["granite-20b"],
    /// `InternLM` 2 and 2.5, Intern-S1.
    InternLm2 "internlm2" ["internlm", "intern-s1"],
    /// `LongCat` Flash.
    LongCat "longcat" ["longcat"],
    /// Phi-4 mini.
    Phi4Mini "phi4_mini" ["phi-4"],
    /// `FireFunction` v2.
    FireFunctionV2 "firefunction_v2" ["firefunction"],
    /// Salesforce xLAM 2.
    Xlam "xlam" ["xlam", "hammer"],
    /// Jamba.
    Jamba "jamba" ["jamba"],
    /// Apriel 1.5 and 1.6.
    Apriel "apriel" ["apriel"],
    /// Hunyuan A13B.
    HunyuanA13b "hunyuan_a13b" ["hunyuan"],
    /// Nemotron Nano v2, Llama Nemotron.
    NemotronNanoV2 "nemotron_nano_v2" ["~nemotron"],
    /// `MiniMax` M1.
    MiniMaxM1 "minimax_m1_json" ["minimax-m1"],
    /// ERNIE 4.5.
    Ernie45 "ernie45" ["ernie"],
    /// Command R7B, Command A.
    CohereCommand "cohere_command" ["command"],
    /// Command R+ of 2024.
    CohereCommandRPlus "cohere_command_r_plus" ["command-r-plus"],
    /// `GigaChat` 3.
    GigaChat3 "gigachat3" ["gigachat3"],
    /// `GigaChat` 3.1.
    GigaChat31 "gigachat31" ["gigachat3.1"],
    /// `DeepSeek` V3 and R1, Cogito.
    DeepSeekV3 "deepseek_v3" ["deepseek-r1", "~deepseek", "cogito"],
    /// `DeepSeek` V3.1.
    DeepSeekV31 "deepseek_v31" ["deepseek-v3.2-exp", "deepseek-v3.1"],
    /// Kimi K2 and K2.5.
    KimiK2 "kimi_k2" ["kimi"],
    /// Apertus.
    Apertus "apertus" ["apertus"],
    /// Solar Open.
    SolarOpen "solar_open" ["solar-open"],
    /// Solar Open 2.
    SolarOpen2 "solar_open_2" ["solar-open-2"],
    /// `PLaMo` 3.
    Plamo3 "plamo3" ["plamo-3+"],
    /// Inkling.
    Inkling "inkling" ["inkling"],
    /// openPangu.
    Pangu "pangu" ["pangu"],
    /// Mistral models up to Nemo and Small 3.1.
    MistralArray "mistral_array" [
        "~mistral-nemo", "~mistral-7b", "mixtral", "pixtral", "small-3.1", "~mistral-small-24b",
        "~mistral-small-2409", "~mistral-small-2501", "~mistral-small-instruct-2409",
        "~mistral-large-2407", "~mistral-large-2411", "~mistral-large-instruct-2407",
        "~mistral-large-instruct-2411", "ministral-8b-instruct-2410",
    ],
    /// Mistral Small 3.2, Magistral, Devstral, Ministral 3.
    MistralV11 "mistral_v11" ["~mistral", "magistral", "devstral", "ministral"],
    /// Llama 3.1 to 3.3.
    Llama3 "llama3_json" ["~llama"],
    /// Functionary v3.1.
    FunctionaryV31 "functionary_v31" ["functionary-medium-v3.1", "functionary-small-v3.1"],
    /// Functionary v3.2.
    FunctionaryV32 "functionary_v32" ["functionary-small-v3.2", "functionary-medium-v3.2", "glm-4"],
    /// Functionary v2.
    FunctionaryV2 "functionary_v2" ["functionary"],
    /// Step-Audio 2.
    StepAudio2 "step_audio_2" ["step-audio-2"],
    /// `MiroThinker`.
    MiroThinker "mirothinker_mcp" ["mirothinker"],
    /// Models without a format of their own in LM Studio.
    LmStudio "lm_studio" [],
    /// Prompts in the style of `ReAct`: `Action: f` and `Action Input: {..}`. `LangChain`:
    /// `{"action": "f", "action_input": {..}}`, also below `Action:`.
    ReAct "react" [],
    /// Prompts of Qwen-Agent.
    QwenAgent "qwen_agent" [],
    /// RWKV.
    Rwkv "rwkv_markdown" ["rwkv"],
    /// CWM.
    Cwm "cwm_tool" ["cwm"],
    /// Small quantised models that saw a transcript: `[Calling tool: f({..})]`.
    BracketCalling "bracket_calling" [],
    /// JSON objects in prose or in a code fence.
    PlainJson "plain_json" [],
    /// Any model that is asked for tags with the names of the tools:
    /// `<read_file><path>/a</path></read_file>`.
    ToolTags "tool_tags" [],
    /// Qwen3 Coder, Qwen 3.5, Nemotron 3 Nano.
    Qwen3Coder "qwen3_coder_xml" [
        "qwen3-coder", "qwen3.5+", "~nemotron-3+", "ornith",
    ],
    /// `MiMo` V2 Flash.
    MiMoV2 "mimo_v2_xml" ["mimo-v2+"],
    /// Step 3.5 Flash.
    Step35 "step35_xml" ["step-3.5+"],
    /// Seed-OSS.
    SeedOss "seed_oss" ["seed-oss"],
    /// GLM 4.5 and 4.6.
    Glm45 "glm45_xml" ["glm-4+"],
    /// GLM 4.7 and 5, Ling 3.
    Glm47 "glm47_xml" ["glm-4.7+", "glm", "ling-3+", "spark-3+"],
    /// `HyperCLOVA` X SEED Think.
    HyperClovaX "hyperclovax_seed_think" ["hyperclova"],
    /// Hunyuan 3 and 4.
    HyV3 "hy_v3" ["hy3", "hy4", "hunyuan-3"],
    /// `iQuest` Coder V2 and Q1.
    IQuest "iquest" ["iquest"],
    /// K2 Horizon.
    K2Horizon "k2_horizon" ["k2-horizon"],
    /// Poolside Laguna.
    Poolside "poolside_v1" ["laguna", "poolside"],
    /// `MiniMax` M2.
    MiniMaxM2 "minimax_m2_xml" ["minimax"],
    /// `MiniMax` M3.
    MiniMaxM3 "minimax_m3" ["minimax-m3+"],
    /// `DeepSeek` V3.2.
    DeepSeekV32 "deepseek_v32_dsml" ["deepseek-v3.2"],
    /// `DeepSeek` V4.
    DeepSeekV4 "deepseek_v4_dsml" ["deepseek-v4"],
    /// `DeepSeek` V4.1.
    DeepSeekV41 "deepseek_v41_dsml" ["deepseek-v4.1+"],
    /// `GigaChat` 3.5.
    GigaChat35 "gigachat35_gcml" ["gigachat3.5"],
    /// Step 3.
    Step3 "step3_steptml" ["step-3"],
    /// Kimi K3.
    KimiK3 "kimi_k3_xtml" ["kimi-k3+"],
    /// `MiniCPM` 5.
    MiniCpm5 "minicpm5_xml" ["minicpm5"],
    /// dots.
    Dots "dots" ["dots"],
    /// Muse Glimmer.
    MuseGlimmer "muse_glimmer_atem" ["muse-glimmer"],
    /// Llama 3.2, `ToolACE`, prompts for Gemma 3: `[f(a=1), g()]`.
    Pythonic "pythonic" ["watt", "toolace", "~llama-3.2-1b", "~llama-3.2-3b", "gemma-3"],
    /// Llama 4.
    Llama4 "llama4_pythonic" ["~llama-4"],
    /// `OLMo` 3.
    Olmo3 "olmo3" ["olmo-3+"],
    /// LFM2.
    Lfm2 "lfm2" ["lfm2+"],
    /// Granite models that write bare Python calls.
    GranitePythonic "granite_pythonic" [],
    /// Sarashina.
    Sarashina "sarashina" ["sarashina"],
    /// `FunctionGemma`.
    FunctionGemma "functiongemma" ["functiongemma"],
    /// Gemma 4.
    Gemma4 "gemma4" ["gemma-4"],
    /// gpt-oss.
    Harmony "harmony" ["gpt-oss"],
}

impl Format {
    /// Returns all formats of this crate, in the order of the variants.
    #[must_use]
    pub fn all() -> &'static [Self] {
        ALL
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    /// Reads the stable name.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = ALL.iter().find(|format| format.as_str() == name);
        let hint = "`Format::all` lists the formats";
        found
            .copied()
            .ok_or_else(|| UnknownName::new("format", name, hint))
    }
}

/// A format that a host added, in [`Format::Custom`]. `CallTemplate::into_format` makes it.
///
#[cfg_attr(feature = "answers", doc = "```")]
#[cfg_attr(not(feature = "answers"), doc = "```ignore")]
/// use tool_core::text::{CallTemplate, Format};
///
/// let acme = CallTemplate::new("[[CALL]]{call}[[/CALL]]").into_format("acme")?;
/// assert!(matches!(acme, Format::Custom(custom) if custom.as_str() == "acme"));
/// # Ok::<(), tool_core::text::TemplateError>(())
/// ```
#[derive(Clone, Copy)]
pub struct CustomFormat(&'static Custom);

struct Custom {
    name: String,
    /// What the readers need to find its calls. Set before anyone else sees the format.
    syntax: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl CustomFormat {
    /// Creates a format, which stays in memory until the program ends.
    pub(super) fn new(name: &str) -> Self {
        Self(Box::leak(Box::new(Custom {
            name: name.to_owned(),
            syntax: OnceLock::new(),
        })))
    }

    pub(super) fn set_syntax<T: Any + Send + Sync>(self, syntax: T) {
        self.0.syntax.get_or_init(|| Box::new(syntax));
    }

    pub(super) fn syntax<T: Any>(self) -> Option<&'static T> {
        self.0.syntax.get()?.downcast_ref()
    }

    /// Returns the name that the host chose.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        &self.0.name
    }
}

impl fmt::Debug for CustomFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomFormat").field(&self.0.name).finish()
    }
}

/// Two formats are equal if one call made both.
impl PartialEq for CustomFormat {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for CustomFormat {}

impl Hash for CustomFormat {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.0, state);
    }
}
