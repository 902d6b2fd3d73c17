//! Writes the page: one HTML file with the style, the script and the WebAssembly module inside.
//!
//! ```text
//! bundle MODULE.wasm PAGE_FOLDER OUTPUT.html
//! ```

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, page, output] = arguments.as_slice() else {
        return Err("usage: bundle MODULE.wasm PAGE_FOLDER OUTPUT.html".into());
    };
    let html = page_of(Path::new(module), Path::new(page))?;
    fs::write(output, &html)?;
    println!("{output}: {} bytes", html.len());
    Ok(())
}

fn page_of(module: &Path, page: &Path) -> Result<String, Box<dyn Error>> {
    let mut bound = Bindgen::new()
        .input_path(module)
        .no_modules(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let bindings = bound.js().to_owned();
    let module = STANDARD.encode(compress(&bound.wasm_mut().emit_wasm())?);

    let mut html = fs::read_to_string(page.join("index.html"))?;
    let parts = [
        ("/*STYLE*/", fs::read_to_string(page.join("style.css"))?),
        ("/*BINDINGS*/", bindings),
        ("/*SCRIPT*/", fs::read_to_string(page.join("script.js"))?),
        ("/*MODULE*/", module),
    ];
    for (marker, part) in parts {
        if html.matches(marker).count() != 1 {
            return Err(format!("expected `{marker}` once in index.html").into());
        }
        if part.contains("</script") || part.contains("</style") {
            return Err(format!("the part for `{marker}` would end its element").into());
        }
        html = html.replace(marker, &part);
    }
    Ok(html)
}

/// Compresses with gzip. The header holds neither a name nor a time, and the same input gives the
/// same bytes.
fn compress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
