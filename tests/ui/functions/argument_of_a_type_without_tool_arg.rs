use tool_core::tool_fn;

struct Place(String);

/// Read a file.
#[tool_fn]
fn read_file(place: Place) -> String {
    place.0
}

fn main() {}
