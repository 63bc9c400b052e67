//! A day at a school and a day at the membership desk, from end to end, by keyboard alone, with and without
//! script (scripts/staff-tasks.mjs). What a screen reader says on the way is a snapshot for each day, with
//! and without script.

use serde_json::{Value, json};

use super::desk_work::submit_proof;
use crate::accounts::staff;
use crate::pages::browse;
use crate::support::{Backend, Sandbox, User, tool};

const DAYS: [&str; 4] = [
    "a day at a school",
    "a day at the desk",
    "a day at a school, without script",
    "a day at the desk, without script",
];

/// A second reader without agreement and subscription, next to the sandbox's own.
const HANNA: &str = "hanna@visitors.example";
const PASSWORD: &str = "pebble-beach-7";

/// Creates Hanna's account; returns its identifier, too.
async fn create_hanna(sandbox: &Sandbox) -> (User<'_>, String) {
    let form = [
        ("firstName", "Hanna"),
        ("lastName", "Ferro"),
        ("emailAddress", HANNA),
        ("country", "US"),
        ("dateOfBirth", "1961-07-30"),
        ("password", PASSWORD),
    ];
    let made = staff(sandbox, "administrator").await.post("/v2/accounts", &form).await.expect_status(201);
    let id = made.json["userAccountId"].as_str().unwrap().to_owned();
    (User::sign_in_with_password(sandbox, HANNA, PASSWORD).await, id)
}

/// The same days for other people and books: what is done once cannot be done again.
fn plan(sandbox: &Sandbox) -> Value {
    let sign_in = |name: &str| {
        let user = sandbox.user(name);
        json!({"username": user["username"], "password": user["password"]})
    };
    json!({
        "base": sandbox.base(),
        "staff": {"sponsor": sign_in("primaryContact"), "administrator": sign_in("administrator")},
        "title": sandbox.title("copyright"),
        "titleName": "Between Floors",
        "open": "The Count at Anstey Ferry",
        "rounds": [
            {
                "scripted": true,
                "member": "Iris Jung",
                "grade": "Grade 9",
                "pupil": "Olive Marsh",
                "book": "The Count at Anstey Ferry",
                "group": "Reading club",
                "reader": "Uma Patel",
                "readerName": sandbox.user("unqualified")["username"],
            },
            {
                "scripted": false,
                "member": "Cyrus Delgado",
                "grade": "Grade 8",
                "pupil": "Olive Marsh",
                "book": "Notes for the House-Sitter",
                "group": "Chess club",
                "reader": "Hanna Ferro",
                "readerName": HANNA,
            },
        ],
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_at_a_school_and_at_the_desk_pass_in_a_browser_by_keyboard() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    // The work list has the oldest first.
    submit_proof(&User::sign_in(&sandbox, "unqualified").await).await;
    let (hanna, id) = create_hanna(&sandbox).await;
    submit_proof(&hanna).await;
    let report = tokio::task::block_in_place(|| browse("tasks.mjs", &plan(&sandbox), &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    let done = report["done"].as_object().unwrap();
    assert!(done.len() == DAYS.len() && DAYS.iter().all(|day| done.contains_key(*day)), "{done:?}");
    let heard = report["heard"].as_object().unwrap();
    assert_eq!(heard.len(), DAYS.len(), "{heard:?}");
    for (day, lines) in heard {
        let lines: Vec<&str> = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        insta::assert_snapshot!(format!("heard {day}"), lines.join("\n").replace(&id, "IDENTIFIER"));
    }
}
