//! Scripts of other origins, in a real browser (docs/rules/requests.md#rule-6; scripts/origins.mjs).

use serde_json::json;

use crate::pages::browse;
use crate::support::{Backend, Sandbox, tool};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_of_another_origin_follows_a_download_to_its_file() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // Headers do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let path = format!("/v2/titles/{}/EPUB3", sandbox.title("copyright"));
    let (_, file) = crate::titles::package(&sandbox, "individual", &path).await;
    let whole = sandbox.get(&file).send().await.expect_status(200).bytes.len();

    let address = |path: &str| format!("{}{path}?api_key={}", sandbox.base(), sandbox.key("app"));
    let signed_in = json!({"Authorization": format!("Bearer {}", sandbox.token("individual").await)});
    let calls = json!({"calls": [
        {"address": address(&path), "options": {"headers": signed_in}},
        {"address": file, "options": {"headers": {"Range": "bytes=0-9", "If-Range": "\"other\""}}},
        {"address": format!("{}/delivery/expired", sandbox.base())},
        {"address": address("/v2/me")},
        {"address": address("/v2/myAccount"), "options": {"headers": signed_in}},
    ]});
    let seen = tokio::task::block_in_place(|| browse("origins.mjs", &calls, &modules));
    let statuses: Vec<_> = seen.as_array().unwrap().iter().map(|answer| answer["status"].as_u64()).collect();
    assert_eq!(statuses, [200, 200, 403, 401, 200].map(Some), "{seen:#}");
    assert_eq!((&seen[0]["length"], &seen[1]["length"]), (&json!(whole), &json!(whole)));
    for header in ["content-disposition", "etag", "accept-ranges", "x-request-id"] {
        assert!(seen[0]["headers"][header].is_string(), "{header} in {:#}", seen[0]);
    }
    assert!(seen[3]["headers"]["www-authenticate"].as_str().unwrap().starts_with("Bearer "), "{:#}", seen[3]);
}
