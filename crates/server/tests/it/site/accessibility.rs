//! The pages in a real browser: axe's rules, valid HTML, 320 pixels and 400 %, letters of three times the
//! size, every language, dark and forced colors, without script; and what a screen reader says
//! (scripts/axe.mjs).

use books::testkit::{EpubBuilder, MINIMAL_PNG};
use serde_json::{Value, json};

use super::Reader;
use super::browser::{hidden_field, links};
use crate::pages::browse;
use crate::support::staff::publish_free;
use crate::support::{Backend, Sandbox, User, can_speak, tool};

/// Bytes of a page over the wire with its style sheet.
const WEIGHT: u64 = 60 * 1024;

/// The pages and the states in which they are checked.
async fn plan(sandbox: &Sandbox) -> Value {
    let (free, closed) = (sandbox.title("publicDomain"), sandbox.title("copyright"));
    let home = Reader::guest(sandbox).read("/").await;
    let popular =
        links(&home).into_iter().find(|href| href.starts_with("/popular/")).expect("a popular list");
    let pages = [
        ("home", "/".to_owned(), 200),
        ("search", "/search?more=yes&words=ferry&format=BRF".into(), 200),
        ("nothing found", "/search?words=ferry+xyzzy".into(), 200),
        ("not understood", "/search?format=VHS".into(), 200),
        ("title", format!("/titles/{free}"), 200),
        ("closed title", format!("/titles/{closed}"), 200),
        ("no copy", format!("/titles/{free}/downloads/BRF"), 200),
        ("display", "/display".into(), 200),
        ("popular books", popular, 200),
        ("misspelled", "/search?words=fery".into(), 200),
        ("design", "/design".into(), 200),
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
        ("forced colors", "design", json!({"forcedColors": "active"}), None),
        ("forced colors", "display", json!({"forcedColors": "active"}), None),
        ("largest letters", "popular books", json!({}), Some("300.widest.mono.narrow.yellow")),
        ("largest letters, German", "design", json!({"locale": "de"}), Some("300.widest.mono.narrow.yellow")),
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

/// A book of fixed layout: pictures, a drawing and placed text.
fn fixed_layout_book() -> Vec<u8> {
    let page = |body: &str| {
        format!(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><title>Page</title>\
             <meta name=\"viewport\" content=\"width=900, height=600\"/><style>body {{ background: #003049 url(art.png); color: #fff }} \
             p {{ position: absolute; left: 10%; width: 80%; text-align: center; font: 40px sans-serif }}</style></head><body>{body}</body></html>"
        )
    };
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 90 60\" width=\"900\" height=\"600\">\
                   <title>A gull</title><circle cx=\"45\" cy=\"30\" r=\"9\" fill=\"#fff\"/><text x=\"9\" y=\"50\">Gull</text></svg>";
    EpubBuilder::new("Fixed Tides")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .file("art.png", "image/png", MINIMAL_PNG)
        .chapter("First page", "")
        .chapter("Second page", "")
        .raw_file("OEBPS/chapter1.xhtml", page("<p style=\"top:50px\">The tide came in at six.</p><p style=\"top:200px\">Nobody saw it.</p>").as_bytes())
        .raw_file("OEBPS/chapter2.xhtml", page(&format!("<div>{drawing}</div><p style=\"bottom:0\">It went out at noon.</p><img src=\"art.png\" alt=\"A shell\"/>")).as_bytes())
        .build()
}

/// A book whose pages and lines run from right to left, with everything that can be wider than its window.
fn right_to_left_book() -> Vec<u8> {
    let words =
        "\u{643}\u{627}\u{646} \u{627}\u{644}\u{628}\u{62d}\u{631} \u{647}\u{627}\u{62f}\u{626}\u{627}";
    let formula = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mi>x</mi><mo>=</mo><mn>2000000</mn></math>";
    let item = format!("<li><p>{words}.</p></li>");
    let first = format!(
        "<p>{words}.</p><ol>{item}{item}</ol><ul>{item}</ul><p>{formula}</p>\
         <table><tr><th>{words}</th></tr><tr><td>{words}</td></tr></table>"
    );
    EpubBuilder::new("\u{627}\u{644}\u{645}\u{62f}")
        .language("ar")
        .right_to_left()
        .chapter("\u{627}\u{644}\u{628}\u{62d}\u{631}", &first)
        .chapter(
            "\u{627}\u{644}\u{631}\u{64a}\u{62d}",
            "<p>\u{647}\u{628}\u{62a} \u{627}\u{644}\u{631}\u{64a}\u{62d}.</p>",
        )
        .build()
}

/// The pages of books, as a reader with a session sees them.
async fn reading(sandbox: &Sandbox) -> Vec<Value> {
    let mut reader = Reader::sign_in_as(sandbox, "individual").await;
    let book = |title| format!("/read/{}", sandbox.title(title));
    let (plain, narrated, drawn) = (book("publicDomain"), book("audio"), book("winter-twigs"));
    let staff = User::sign_in(sandbox, "administrator").await;
    let fixed = format!("/read/{}", publish_free(&staff, "Fixed Tides", &fixed_layout_book()).await);
    let long = format!("{}{}", "Averyverylongname".repeat(5), " with many more words".repeat(5));
    let arabic = publish_free(&staff, &long, &right_to_left_book()).await;
    let (long, arabic) = (format!("/titles/{arabic}"), format!("/read/{arabic}"));
    let (noted, formulas) = (book("reading-the-tide"), book("the-thirteenth-digit"));
    // Prepared, with a place, a bookmark and a highlight.
    for path in
        [&plain, &narrated, &drawn, &fixed, &arabic, &noted, &formulas].map(|book| format!("{book}/2"))
    {
        reader.open_until_complete(&path).await;
    }
    let form = reader.read(&format!("{plain}/2/highlight")).await;
    let (_, block) = form.split_once("name=\"from\"").unwrap().1.split_once("value=\"").unwrap();
    let (token, block) = (hidden_field(&form, "token"), block.split_once('"').unwrap().0);
    let mark = [
        ("token", token.as_str()),
        ("chapter", "2"),
        ("at", block),
        ("from", block),
        ("page", "yes"),
        ("note", "n"),
    ];
    for action in ["bookmarks", "highlights"] {
        reader.post(&format!("{plain}/{action}"), &mark).await.expect_status(303);
    }
    let session = reader.cookie("session").unwrap();
    let largest = Some("300.widest.mono.narrow.yellow");
    let states: [(&str, String, Value, Option<&str>); 29] = [
        ("contents of a book", plain.clone(), json!({}), None),
        ("contents, no such page", format!("{plain}?missing=9#pages"), json!({"locale": "es"}), None),
        ("contents, dark", narrated.clone(), json!({"colorScheme": "dark"}), None),
        ("chapter", format!("{plain}/2"), json!({}), None),
        ("chapter with recordings", format!("{narrated}/3"), json!({}), None),
        ("chapter with pictures", format!("{drawn}/4"), json!({}), None),
        ("chapter, dark", format!("{plain}/2"), json!({"colorScheme": "dark"}), None),
        ("chapter, forced colors", format!("{plain}/2"), json!({"forcedColors": "active"}), None),
        ("chapter, largest letters", format!("{plain}/2"), json!({}), Some("300.widest.mono.narrow.yellow")),
        ("chapter, without script", format!("{narrated}/3"), json!({}), None),
        ("chapter, German", format!("{narrated}/3"), json!({"locale": "de"}), None),
        ("enlarged picture", format!("{drawn}/4/pictures/1"), json!({}), None),
        (
            "enlarged picture, largest letters, German",
            format!("{drawn}/4/pictures/1?size=quadruple&colors=inverted"),
            json!({"locale": "de"}),
            largest,
        ),
        (
            "enlarged page of fixed layout, dark",
            format!("{fixed}/2/pictures/1?size=double"),
            json!({"colorScheme": "dark"}),
            None,
        ),
        ("fixed layout", format!("{fixed}/2"), json!({}), None),
        ("fixed layout, dark", format!("{fixed}/1"), json!({"colorScheme": "dark"}), None),
        ("fixed layout, forced colors", format!("{fixed}/2"), json!({"forcedColors": "active"}), None),
        ("tables and notes", format!("{noted}/6"), json!({}), None),
        ("tables and notes, largest letters", format!("{noted}/6"), json!({}), largest),
        ("formulas", format!("{formulas}/4"), json!({}), None),
        ("formulas, largest letters", format!("{formulas}/8"), json!({}), largest),
        ("right to left", format!("{arabic}/1"), json!({}), None),
        ("right to left, largest letters", format!("{arabic}/1"), json!({}), largest),
        ("long title", long.clone(), json!({}), None),
        ("long title, largest letters", long, json!({"locale": "de"}), largest),
        ("contents, right to left", arabic.clone(), json!({}), None),
        ("search in a book", format!("{plain}/search?words=the"), json!({}), None),
        ("nothing found in a book", format!("{plain}/search?words=xyzzy"), json!({"locale": "fr"}), None),
        ("words that are not there", format!("{plain}/2/highlight?missing=yes"), json!({}), None),
    ];
    let entry = |(name, path, window, display): (&str, String, Value, Option<&str>)| {
        // The chapter offers the library's voice where there is one.
        let spoken = name == "contents of a book" || (name == "chapter" && can_speak());
        let cookies = [("session", Some(session)), ("display", display)];
        let cookies =
            cookies.into_iter().filter_map(|(name, value)| Some(json!({"name": name, "value": value?})));
        json!({
            "name": name, "address": format!("{}{path}", sandbox.base()), "window": window,
            "cookies": cookies.collect::<Vec<_>>(), "narrow": !spoken,
            "spoken": spoken, "unscripted": name.ends_with("without script"),
        })
    };
    states.into_iter().map(entry).collect()
}

/// Problems that readers have reported, as staff see them.
async fn reports(sandbox: &Sandbox) -> Vec<Value> {
    let form = format!("/titles/{}/problem", sandbox.title("publicDomain"));
    let mut reader = Reader::sign_in_as(sandbox, "individual").await;
    let token = hidden_field(&reader.read(&form).await, "token");
    for kind in ["sound", "text", "sound"] {
        let report = [("token", token.as_str()), ("kind", kind), ("words", "Chapter 2\nis silent.")];
        reader.post(&form, &report).await.expect_status(303);
    }
    let elsewhere = Reader::sign_in_as(sandbox, "labAssistant").await;
    let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
    let page = staff.read("/staff/problems").await;
    let close = [("token", hidden_field(&page, "token")), ("report", hidden_field(&page, "report"))];
    let close = close.each_ref().map(|(name, value)| (*name, value.as_str()));
    staff.post("/staff/problems", &close).await.expect_status(303);
    let (session, notice) = (staff.cookie("session").unwrap(), staff.cookie("notice").unwrap());
    let states = [
        ("reported problems", "", json!({}), None),
        (
            "reported problems: largest letters, German",
            "",
            json!({"locale": "de"}),
            Some("300.widest.mono.narrow.yellow"),
        ),
        ("reported problems: dark", "?before=last", json!({"colorScheme": "dark"}), None),
    ];
    let entry = |(name, query, window, display): (&str, &str, Value, Option<&str>)| {
        let notice = display.and(Some(notice));
        let cookies = [("session", Some(session)), ("display", display), ("notice", notice)];
        let cookies =
            cookies.into_iter().filter_map(|(name, value)| Some(json!({"name": name, "value": value?})));
        json!({
            "name": name, "address": format!("{}/staff/problems{query}", sandbox.base()), "window": window,
            "cookies": cookies.collect::<Vec<_>>(), "narrow": display.is_some(),
        })
    };
    let session = elsewhere.cookie("session").unwrap();
    let nothing = json!({
        "name": "no reported problems", "address": format!("{}/staff/problems", sandbox.base()),
        "cookies": [{"name": "session", "value": session}], "narrow": true,
    });
    states.into_iter().map(entry).chain([nothing]).collect()
}

/// The audit, a report, work, a merge and a call, as membership staff see them, and pages of administrators.
async fn records(sandbox: &Sandbox) -> Vec<Value> {
    let staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
    let session = staff.cookie("session").unwrap();
    let administrator = Reader::sign_in_as(sandbox, "administrator").await;
    let session_of_administrator = administrator.cookie("session").unwrap();
    let other = sandbox.user("minor")["userAccountId"].as_str().unwrap();
    let merge = format!("/desk/people/demo-individual/merge?with={other}");
    let states = [
        ("audit: largest letters, German", "/desk/audit?kind=reads", json!({"locale": "de"})),
        ("report", "/desk/reports?report=yes", json!({})),
        ("work: dark", "/desk/work", json!({"colorScheme": "dark"})),
        ("merge: largest letters, German", merge.as_str(), json!({"locale": "de"})),
        (
            "call: largest letters, German",
            "/desk/people/demo-individual/serve?words=between+floors",
            json!({"locale": "de"}),
        ),
        (
            "subscription: largest letters, German",
            "/desk/people/demo-individual/subscription",
            json!({"locale": "de"}),
        ),
        ("system: largest letters, German", "/system", json!({"locale": "de"})),
        ("rules of a site: largest letters, German", "/system/sites/service", json!({"locale": "de"})),
    ];
    let entry = |(name, path, window): (&str, &str, Value)| {
        let largest = json!({"name": "display", "value": "300.widest.mono.narrow.yellow"});
        let display = name.contains("largest").then_some(largest);
        let session = if path.starts_with("/system") { session_of_administrator } else { session };
        let cookies = [Some(json!({"name": "session", "value": session})), display];
        json!({
            "name": name, "address": format!("{}{path}", sandbox.base()), "window": window, "narrow": true,
            "cookies": cookies.into_iter().flatten().collect::<Vec<_>>(),
        })
    };
    states.into_iter().map(entry).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_finds_nothing_in_a_reader_s_way() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await.restart_as_demo().await;
    let mut plan = plan(&sandbox).await;
    plan["pages"].as_array_mut().unwrap().extend(reading(&sandbox).await);
    plan["pages"].as_array_mut().unwrap().extend(reports(&sandbox).await);
    plan["pages"].as_array_mut().unwrap().extend(records(&sandbox).await);
    let report = tokio::task::block_in_place(|| browse("axe.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    let pages = report["pages"].as_array().unwrap();
    assert_eq!(pages.len(), plan["pages"].as_array().unwrap().len());
    for page in pages {
        let name = page["name"].as_str().unwrap();
        assert!(page["bytes"].as_u64().unwrap() < WEIGHT, "{name}: {}", page["bytes"]);
        let Some(spoken) = page["spoken"].as_array() else { continue };
        let said: Vec<String> = spoken.iter().map(|phrase| stable(phrase.as_str().unwrap())).collect();
        assert_eq!(said.last().map(String::as_str), Some("end of document"), "{name}");
        insta::assert_snapshot!(format!("spoken {name}"), said.join("\n"));
    }
}

/// A phrase without the sizes of files, which differ from run to run.
fn stable(phrase: &str) -> String {
    let is_size = |part: &str| part.strip_suffix(" KB").is_some_and(|size| size.parse::<u64>().is_ok());
    let parts = phrase.split(" · ").map(|part| if is_size(part) { "SIZE" } else { part });
    parts.collect::<Vec<_>>().join(" · ")
}
