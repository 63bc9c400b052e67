//! `openshelf openapi`: prints the OpenAPI document; `openapi.json` is this output.

use std::process::ExitCode;

pub fn run() -> anyhow::Result<ExitCode> {
    println!("{}", serde_json::to_string_pretty(&crate::openapi::openapi_document())?);
    Ok(ExitCode::SUCCESS)
}
