//! The pages in a real browser: axe's rules, valid HTML, 320 pixels and 400 %, letters of three times the size, every
//! language, dark and forced colors, without script; and what a screen reader says (scripts/axe.mjs).

use serde_json::{Value, json};

use crate::pages::browse;
use crate::support::{Backend, Sandbox, tool};

/// Bytes of a page over the wire with its style sheet.
const WEIGHT: u64 = 60 * 1024;

/// The pages and the states in which they are looked at.
fn plan(sandbox: &Sandbox) -> Value {
    let (free, closed) = (sandbox.title("publicDomain"), sandbox.title("copyright"));
    let pages = [
        ("home", "/".to_owned(), 200),
        ("search", "/search?more=yes&words=ferry&format=BRF".into(), 200),
        ("nothing found", "/search?words=ferry+xyzzy".into(), 200),
        ("not understood", "/search?format=VHS".into(), 200),
        ("title", format!("/titles/{free}"), 200),
        ("closed title", format!("/titles/{closed}"), 200),
        ("no copy", format!("/titles/{free}/downloads/BRF"), 200),
        ("display", "/display?saved=yes".into(), 200),
        ("not found", "/nothing".into(), 404),
    ];
    let entry = |(name, path, status): &(&str, String, u16)| json!({"name": name, "address": format!("{}{path}", sandbox.base()), "status": status});
    let mut all: Vec<Value> = pages.iter().map(entry).collect();
    for page in &mut all {
        page["spoken"] =
            json!(["search", "title", "closed title", "not found"].contains(&page["name"].as_str().unwrap()));
    }
    // Each of these with another page: what differs is the style sheet and the sentences.
    let states = [
        ("largest letters", "search", json!({}), Some("300.widest.mono.narrow.yellow")),
        ("largest letters, title", "title", json!({}), Some("300.widest.rounded.full.cream")),
        ("dark", "home", json!({"colorScheme": "dark"}), None),
        ("forced colors", "search", json!({"forcedColors": "active"}), None),
        ("black on white", "display", json!({}), Some("100.wide.serif.usual.black")),
        ("French", "closed title", json!({"locale": "fr"}), None),
        ("Spanish", "search", json!({"locale": "es"}), None),
        ("German", "title", json!({"locale": "de"}), None),
    ];
    for (state, page, window, display) in states {
        let mut entry = entry(pages.iter().find(|(name, ..)| *name == page).unwrap());
        entry["name"] = json!(format!("{page}: {state}"));
        entry["window"] = window;
        entry["narrow"] = json!(true);
        let cookie = |value| json!({"name": "display", "value": value});
        entry["cookies"] = display.map(cookie).into_iter().collect();
        all.push(entry);
    }
    json!({"pages": all})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_finds_nothing_in_a_reader_s_way() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let plan = plan(&sandbox);
    let report = tokio::task::block_in_place(|| browse("axe.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    let pages = report["pages"].as_array().unwrap();
    assert_eq!(pages.len(), plan["pages"].as_array().unwrap().len());
    for page in pages {
        let name = page["name"].as_str().unwrap();
        assert!(page["bytes"].as_u64().unwrap() < WEIGHT, "{name}: {}", page["bytes"]);
        let Some(spoken) = page["spoken"].as_array() else { continue };
        let said: Vec<&str> = spoken.iter().map(|phrase| phrase.as_str().unwrap()).collect();
        assert_eq!(said.last(), Some(&"end of document"), "{name}");
        insta::assert_snapshot!(format!("spoken {name}"), said.join("\n"));
    }
}
