//! The pages for people, in a real browser: accessibility rules, narrow and zoomed windows, keyboard alone,
//! no scripts (scripts/axe.mjs).

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Backend, Sandbox, tool};

/// What the browser reports of a plan.
fn browse(plan: &Value, modules: &Path) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/axe.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg("-")
        .env("OPENSHELF_NODE_MODULES", modules)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    node.stdin.take().unwrap().write_all(plan.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).expect("the report is JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_in_the_pages_and_the_keyboard_is_enough() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let query = "response_type=code&client_id=demo-app&scope=basic&state=s1\
                 &redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback";
    let user = sandbox.user("individual");
    let plan = json!({
        "authorize": format!("{}/oauth/authorize?{query}", sandbox.base()),
        "redirect": "http://127.0.0.1:8765/callback",
        "username": user["username"],
        "password": user["password"],
        "pages": [format!("{}/", sandbox.base()), format!("{}/docs", sandbox.base())],
    });
    let report = tokio::task::block_in_place(|| browse(&plan, &modules));
    assert_eq!(report["faults"], json!([]), "{report:#}");
    let pages = report["pages"].as_array().unwrap();
    let names: Vec<&str> = pages.iter().map(|page| page["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["sign-in", "wrong-password", "consent"], "{report:#}");
    assert_eq!(names.len(), 5, "{names:?}");
    for redirect in [&report["redirect"], &report["keyboard"]["redirect"]] {
        let address = redirect.as_str().unwrap();
        assert!(address.contains("code=") && address.contains("state=s1"), "{address}");
    }
}
