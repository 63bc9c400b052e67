//! The pages for people, in a real browser: accessibility rules, narrow and zoomed windows, keyboard alone,
//! no scripts (scripts/axe.mjs).

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Backend, Sandbox, emails, key, tool};

/// Runs a plan in the browser of one of the scripts, and returns its report.
pub fn browse(script: &str, plan: &Value, modules: &Path) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(script);
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

/// The page that an email leads to which was asked for by `individual2`.
async fn new_password(sandbox: &Sandbox) -> String {
    let name = sandbox.user("individual2")["username"].as_str().unwrap();
    let mut browser = crate::oauth::Browser::new(sandbox);
    let page = browser.open("/oauth/forgot-password").await.expect_status(200);
    browser.submit_to("/oauth/forgot-password", &page, &[("username", name)]).await.expect_status(200);
    let key = key(&emails(sandbox, name, 1).await[0], "/oauth/new-password/");
    format!("{}/oauth/new-password/{key}", sandbox.base())
}

/// The page that an authority's email leads to.
async fn confirm(sandbox: &Sandbox) -> String {
    let form = [("emailAddress", "lund@clinic.example")];
    let path = "/v2/myAccount/proofOfDisabilityRequest";
    crate::my_account::post(sandbox, "unqualified", path, &form).await.send().await.expect_status(200);
    let key = key(&emails(sandbox, "lund@clinic.example", 1).await[0], "/confirm/");
    format!("{}/confirm/{key}", sandbox.base())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn axe_finds_nothing_in_the_pages_and_the_keyboard_is_enough() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let query = "response_type=code&client_id=demo-app&scope=basic&state=s1\
                 &redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback";
    let user = sandbox.user("individual");
    let (new_password, confirm) = (new_password(&sandbox).await, confirm(&sandbox).await);
    let authorize = format!("/oauth/authorize?{query}");
    let paths = ["/docs", "/docs/periodicals", "/docs/records", "/docs/records/t"];
    let pages = paths.map(|path| json!({"name": path, "address": format!("{}{path}", sandbox.base())}));
    // Links that lead nowhere.
    let broken = [
        ("/oauth/authorize", 400),
        ("/oauth/new-password/1", 404),
        ("/oauth/undo/1", 404),
        ("/confirm/1", 404),
        ("/oauth/nothing", 404),
        ("/docs/nothing", 404),
    ];
    let broken = broken.map(|(path, status)| {
        json!({"name": path, "address": format!("{}{path}", sandbox.base()), "status": status, "narrow": true})
    });
    // These differ only in their sentences and the style sheet.
    let states = [
        (
            "German, largest letters",
            authorize.as_str(),
            json!({"locale": "de"}),
            "300.widest.mono.narrow.yellow",
        ),
        ("French, forced colors", "/sign-in", json!({"locale": "fr", "forcedColors": "active"}), "200.wide"),
        ("description, largest letters", "/docs/titles", json!({}), "300.widest.mono.narrow.yellow"),
        ("Spanish, dark", "/oauth/forgot-password", json!({"locale": "es", "colorScheme": "dark"}), "100"),
    ];
    let states = states.map(|(name, path, window, display)| {
        let cookies = json!([{"name": "display", "value": display}]);
        let address = format!("{}{path}", sandbox.base());
        json!({"name": name, "address": address, "window": window, "cookies": cookies, "narrow": true})
    });
    let pages = [&pages[..], &broken[..], &states[..]].concat();
    let seen = pages.len();
    // Each empty, which is refused with a summary; then filled in.
    let forms = json!([
        {"address": format!("{}/oauth/forgot-password", sandbox.base()), "fill": {"username": "nobody"}},
        {"address": format!("{}/join/reader", sandbox.base()), "fill": {
            "firstName": "Ruth", "lastName": "Amsel", "dateOfBirth": "1984-03-27", "country": "DE",
            "emailAddress": "ruth@example.org",
        }},
        {"address": format!("{}/join/organization", sandbox.base()), "fill": {
            "organizationName": "Elm School", "organizationType": "school", "address1": "1 Elm Street",
            "city": "Salem", "postalCode": "97301", "country": "US", "contactFirstName": "Ben",
            "contactLastName": "Ode", "contactTitle": "Librarian", "emailAddress": "ben@example.org",
            "agreement": true,
        }},
        {"address": new_password, "fill": {"password": "another-river-8", "repeated": "another-river-8"}},
        {"address": confirm, "fill": {
            "firstName": "Lis", "lastName": "Lund", "title": "Physician", "certifier": "physician",
            "visual": true, "confirm": true,
        }},
    ]);
    // Through the devices: sign in, add one without a name and with one, revoke it, sign out.
    let (add, revoke) =
        ("form[action='/account/devices'][method=post] button", "form[action$=revoke] button");
    let own = json!([
        {"name": "devices", "fill": {"username": user["username"], "password": user["password"]},
            "press": "main form button", "status": 200},
        {"name": "device without a name", "press": add, "status": 400},
        {"name": "device created", "fill": {"name": "Kobo"}, "press": add, "status": 200},
        {"name": "devices with one", "press": "main a.button", "status": 200},
        {"name": "revoke", "press": revoke, "status": 200},
        {"name": "revoked", "press": revoke, "status": 200},
        {"name": "signed out", "press": "form[action$=sign-out] button", "status": 200},
    ]);
    let sponsor = sandbox.user("sponsor");
    let members = json!([
        {"name": "members", "fill": {"username": sponsor["username"], "password": sponsor["password"]},
            "press": "main form button", "status": 200},
        {"name": "devices of a member", "press": ".links a", "status": 200},
        {"name": "device of a member without a name", "press": add, "status": 400},
        {"name": "device of a member created", "fill": {"name": "A reader with a name as long as it may be"},
            "press": add, "status": 200},
    ]);
    let walks = json!([
        {"name": "account sign-in", "address": format!("{}/account/devices", sandbox.base()), "steps": own},
        {"name": "sign-in of a sponsor", "address": format!("{}/account/members", sandbox.base()), "steps": members},
    ]);
    let plan = json!({
        "walks": walks,
        "authorize": format!("{}{authorize}", sandbox.base()),
        "redirect": "http://127.0.0.1:8765/callback",
        "username": user["username"],
        "password": user["password"],
        "pages": pages,
        "forms": forms,
    });
    let report = tokio::task::block_in_place(|| browse("axe.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{report:#}");
    let pages = report["pages"].as_array().unwrap();
    let names: Vec<&str> = pages.iter().map(|page| page["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["sign-in", "wrong-password", "consent"], "{report:#}");
    assert_eq!(names.len(), 3 + seen + 5 * 3 + 8 + 5, "{names:?}");
    for form in report["forms"].as_array().unwrap() {
        assert_eq!(form["statuses"], json!([200, 400, 200]), "{form}");
    }
    for redirect in [&report["redirect"], &report["keyboard"]["redirect"]] {
        let address = redirect.as_str().unwrap();
        assert!(address.contains("code=") && address.contains("state=s1"), "{address}");
    }
}
