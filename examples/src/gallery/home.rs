//! Devices of a home: flattened enums of each form, grids, maps with enum keys, defaults that are
//! objects.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tool_core::{Definition, Tool, ToolArg};

pub(super) fn definitions() -> Vec<&'static Definition> {
    vec![
        SetLight::definition(),
        SetThermostat::definition(),
        PlayMusic::definition(),
        SendCommand::definition(),
        PlanWatering::definition(),
        ShowMatrix::definition(),
        RenameDevices::definition(),
        CreateScene::definition(),
    ]
}

/// Set a light.
#[derive(Debug, Tool)]
struct SetLight {
    light: String,
    #[serde(flatten)]
    setting: LightSetting,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum LightSetting {
    /// From 0 to 1.
    Brightness(f32),
    Colour {
        hue: u16,
        saturation: u8,
    },
}

/// Set a thermostat.
#[derive(Debug, Tool)]
struct SetThermostat {
    #[serde(flatten)]
    target: ThermostatTarget,
    /// The hours of the day in which the target applies.
    hours: Option<RangeInclusive<u8>>,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum ThermostatTarget {
    Temperature { celsius: f32 },
    Program { program: String, weeks: Option<u8> },
}

/// Play music.
#[derive(Debug, Tool)]
struct PlayMusic {
    #[serde(flatten)]
    source: MusicSource,
    #[serde(default, flatten)]
    options: Option<PlayOptions>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "source", content = "query", rename_all = "snake_case")]
enum MusicSource {
    Playlist(String),
    Artist { name: String, album: Option<String> },
    Anything,
}

#[derive(Debug, ToolArg)]
struct PlayOptions {
    shuffle: bool,
    volume: Option<u8>,
}

/// Send a command to a device.
#[derive(Debug, Tool)]
#[tool(destructive, open_world, output = Answer)]
struct SendCommand {
    device: Device,
    /// Payload for the device, as described in its manual.
    #[schemars(length(max = 64))]
    payload: Cow<'static, str>,
    #[serde(default)]
    retry: Retry,
}

/// Devices by their number, or by their name.
#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Device {
    Number(u32),
    Name(String),
}

/// Number of attempts and the wait between them.
#[derive(Debug, ToolArg)]
#[serde(deny_unknown_fields)]
struct Retry {
    times: u8,
    #[serde(rename = "wait_ms")]
    wait: u64,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            times: 3,
            wait: 250,
        }
    }
}

#[derive(Debug, ToolArg)]
#[serde(tag = "outcome")]
enum Answer {
    Done,
    Failed { code: i16 },
}

/// Plan when plants are watered.
#[derive(Debug, Tool)]
struct PlanWatering {
    /// Minutes for each zone, by the day.
    minutes: BTreeMap<Day, BTreeMap<String, u16>>,
    #[serde(default)]
    #[expect(
        clippy::option_option,
        reason = "null and absence mean different things"
    )]
    skip_if_rain: Option<Option<bool>>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "lowercase")]
enum Day {
    Weekday,
    Weekend,
}

/// Show a picture on a matrix of lights.
#[derive(Debug, Tool)]
struct ShowMatrix {
    /// Rows from the top, each from the left.
    rows: Vec<Vec<Light>>,
    /// Which lights are on.
    mask: Option<[[bool; 3]; 3]>,
    /// Turns of a quarter, to the right.
    #[serde(skip)]
    turns: u8,
}

#[derive(Debug, ToolArg)]
struct Light([f32; 3]);

/// Rename devices.
///
/// # Limits
///
/// Names have at most 20 characters; **no two devices** have the same, and a name that is
/// taken stays with its device.
#[derive(Debug, Tool)]
struct RenameDevices {
    names: Vec<Rename>,
}

#[derive(Debug, ToolArg)]
#[schemars(title = "Rename")]
struct Rename {
    #[schemars(length(min = 1), regex(pattern = r"^\w[\w -]*\b$"))]
    from: String,
    #[schemars(length(max = 20), title = "New name")]
    to: String,
}

/// Create a scene of several settings.
#[derive(Debug, Tool)]
struct CreateScene {
    name: SceneName,
    settings: Vec<SceneSetting>,
}

#[derive(Debug, ToolArg)]
#[schemars(inline)]
struct SceneName(#[schemars(length(min = 1, max = 30))] String);

#[derive(Debug, ToolArg)]
struct SceneSetting {
    device: Device,
    #[serde(flatten)]
    setting: Option<LightSetting>,
    #[serde(flatten)]
    extra: BTreeMap<String, String>,
}
