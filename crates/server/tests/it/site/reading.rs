//! Reading along in a real browser, by keyboard alone (scripts/reader.mjs): with recordings, with the
//! library's voice and the browser's, without a connection. Afterwards the places are those that reading apps
//! see.

use serde_json::{Value, json};

use super::browser::hidden_field;
use super::{Reader, speech};
use crate::one;
use crate::pages::browse;
use crate::support::{Backend, Sandbox, User, can_speak, tool};

/// The chapters of a title whose pages contain this text.
async fn chapters(reader: &mut Reader<'_>, sandbox: &Sandbox, title: &str, text: &str) -> Vec<String> {
    let book = format!("/read/{}", sandbox.title(title));
    reader.open_until_complete(&book).await;
    let mut found = Vec::new();
    for number in 1..100 {
        let path = format!("{book}/{number}");
        let reply = reader.get(&path).await;
        if reply.status != 200 {
            break;
        }
        if reply.text().contains(text) {
            found.push(path);
        }
    }
    assert!(!found.is_empty(), "{title} has no chapter with {text}");
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chapter_is_read_along_in_a_browser_by_keyboard() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let mut reader = Reader::sign_in_as(&sandbox, "individual").await;
    let narrated = chapters(&mut reader, &sandbox, "audio", "data-clips=\"true\"").await.swap_remove(0);
    let silent = chapters(&mut reader, &sandbox, "publicDomain", "rel=\"next\"").await.pop().unwrap();
    let notes = chapters(&mut reader, &sandbox, "reading-the-tide", "role=\"note\"").await.swap_remove(0);
    let pages = chapters(&mut reader, &sandbox, "mending", "class=\"b-page\"").await.swap_remove(0);
    let spoken = if can_speak() {
        let book = speech::publish_small_book(&sandbox).await;
        json!(speech::chapter(&mut reader, &book, "Nobody saw it go.").await.0)
    } else {
        Value::Null
    };
    let session = reader.cookie("session").unwrap();
    let plan = json!({
        "base": sandbox.base(),
        "cookies": [{"name": "session", "value": session}],
        "narrated": narrated,
        "silent": silent,
        "notes": notes,
        "pages": pages,
        "spoken": spoken,
    });
    let report = tokio::task::block_in_place(|| browse("reader.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    let heard = report["heard"].as_object().unwrap();
    assert_eq!(heard.len(), if spoken.is_null() { 14 } else { 15 }, "{heard:#?}");
    for (scenario, title) in [("recordings", "audio"), ("without a connection", "publicDomain")] {
        // The place that the page sent, opened here, is the one that reading apps are given.
        let at = heard[scenario]["place"].as_str().unwrap();
        let position = position(&sandbox, title).await;
        assert!(position["location"].as_str().unwrap().starts_with("epubcfi(/6/"), "{position}");
        let contents = reader.read(&format!("/read/{}", sandbox.title(title))).await;
        assert!(contents.contains(&format!("?at={at}#{at}\"")), "{at} in {contents}");
    }
    let made = &heard["highlights"];
    let highlights = highlights(&sandbox, "publicDomain").await;
    for (words, note) in [("words", json!("look again")), ("sentence", Value::Null)] {
        let one = highlights.iter().find(|one| one["highlightText"] == made[words]);
        let one = one.unwrap_or_else(|| panic!("{words}: {highlights:?}"));
        assert_eq!(one["annotationNote"], note);
        for place in ["startLocation", "endLocation"] {
            let place = one[place].as_str().unwrap();
            let (_, offset) = place.trim_end_matches(')').split_once(':').expect(place);
            assert!(offset.parse::<u32>().is_ok(), "{place}");
        }
    }
}

async fn highlights(sandbox: &Sandbox, title: &str) -> Vec<Value> {
    let user = User::sign_in(sandbox, "individual").await;
    let path = format!("/v2/myHighlights?serviceId={}", sandbox.title(title));
    user.get(&path).await.expect_status(200).json["highlights"].as_array().unwrap().clone()
}

/// The language of the individual member's pages from now on.
async fn speak(sandbox: &Sandbox, language: &str) {
    let user = User::sign_in(sandbox, "individual").await;
    user.put("/v2/myAccount/preferences", &[("language", language)]).await.expect_status(200);
}

one! {
    async fn the_notice_of_a_copy_is_on_each_page_once(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let notice = "This copy was made for Ines Okafor on ";
        let pages = chapters(&mut reader, sandbox, "copyright", notice).await;
        let mut own = 0;
        for path in &pages {
            let page = reader.read(path).await;
            assert_eq!(page.matches(notice).count(), 1, "{path}: {page}");
            own += page.matches("<h1 lang=\"en\" dir=\"auto\">About this copy</h1>").count();
        }
        assert!(own == 1 && pages.len() > 2, "{own} of {pages:?}");
        // Additions of the page are in the page's language; the copy keeps its text.
        speak(sandbox, "fra").await;
        let said = "<p class=\"notice\">Cette copie a été faite pour Ines Okafor le ";
        assert!(reader.read(&format!("/read/{}", sandbox.title("copyright"))).await.contains(said));
        let mut kept = 0;
        for path in &pages {
            let page = reader.read(path).await;
            assert_ne!(page.contains(notice), page.contains(said), "{path}: {page}");
            kept += usize::from(page.contains(notice));
        }
        assert_eq!(kept, 1);
    }

    async fn notes_and_tables_of_a_chapter_have_names(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let path = chapters(&mut reader, sandbox, "reading-the-tide", "role=\"doc-backlink\"").await.swap_remove(0);
        let page = reader.read(&path).await;
        for note in [1, 2] {
            let back = format!(">Back to the text, note {note}</a>");
            assert_eq!(page.matches(&back).count(), 1, "{back} in {page}");
        }
        let (_, region) = page.split_once("class=\"b-table\" role=\"region\" tabindex=\"0\" aria-labelledby=\"").unwrap();
        let caption = format!(" id=\"{}\">", region.split_once('"').unwrap().0);
        assert!(page.contains(&format!("<caption{caption}")) && page.matches(&caption).count() == 1, "{page}");
        speak(sandbox, "deu").await;
        let page = reader.read(&path).await;
        assert!(page.contains(">Zurück zum Text, Anmerkung 1</a>"), "{page}");
    }

    async fn words_of_the_page_in_a_text_say_their_language(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let notes = chapters(&mut reader, sandbox, "reading-the-tide", "role=\"doc-backlink\"").await.swap_remove(0);
        let prints = chapters(&mut reader, sandbox, "mending", "class=\"b-page\"").await.swap_remove(0);
        let notice = chapters(&mut reader, sandbox, "copyright", ">About this copy</h1>").await.swap_remove(0);
        for path in [&notes, &prints] {
            let page = reader.read(path).await;
            let (_, text) = page.split_once("<article id=\"text\"").unwrap();
            let (_, text) = text.split_once('>').unwrap();
            assert!(!text.split_once("</article>").unwrap().0.contains(" lang=\"en\""), "like the book: {page}");
        }
        speak(sandbox, "deu").await;
        let page = reader.read(&notes).await;
        assert!(page.contains(" lang=\"de\">Zurück zum Text, Anmerkung 1</a>"), "{page}");
        let page = reader.read(&prints).await;
        assert!(page.contains(" class=\"b-page\" lang=\"de\"><span class=\"hidden\">Seite </span>"), "{page}");
        // The notice in the copy itself is English, its heading is the page's own.
        let page = reader.read(&notice).await;
        assert!(page.contains("<article id=\"text\" class=\"book-text\" lang=\"en\""), "{page}");
        assert!(page.contains("<h1 lang=\"de\" dir=\"auto\">"), "{page}");
    }

    async fn a_picture_has_a_page_of_its_own_that_leads_back_to_it(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let chapter = chapters(&mut reader, sandbox, "winter-twigs", "<a class=\"b-picture\"").await.swap_remove(0);
        let page = reader.read(&chapter).await;
        let (_, link) = page.split_once("<a class=\"b-picture\" id=\"").unwrap();
        let (id, rest) = link.split_once("\" href=\"").unwrap();
        let (href, rest) = rest.split_once('"').unwrap();
        assert!(rest.contains("<span class=\"b-enlarge\"> Enlarge picture</span></a>"), "{rest}");
        let picture = format!("{}/{href}", chapter.rsplit_once('/').unwrap().0);
        let own = reader.read(&picture).await;
        assert!(own.contains("data-scale=\"fit\" data-tones=\"book\""), "{own}");
        let back = own.split("<a href=\"").find(|link| link.contains("Back to the picture in the text")).unwrap();
        let back = back.split('"').next().unwrap();
        assert!(back.starts_with(&format!("{chapter}?at=")) && back.ends_with(&format!("#{id}")), "{back}");
        // The picture itself, as the chapter has it.
        let (_, source) = own.split_once("<img src=\"/read/").unwrap();
        let file = reader.get(&format!("/read/{}", source.split('"').next().unwrap())).await.expect_status(200);
        assert!(file.header("content-type").starts_with("image/"), "{}", file.header("content-type"));
        let own = reader.read(&format!("{picture}?size=double&colors=inverted")).await;
        assert!(own.contains("data-scale=\"double\" data-tones=\"inverted\""), "{own}");
        reader.get(&format!("{chapter}/pictures/999")).await.expect_status(404);
    }

    async fn the_main_part_of_a_chapter_begins_with_its_heading(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        for path in chapters(&mut reader, sandbox, "publicDomain", "rel=\"next\"").await {
            let page = reader.read(&path).await;
            let (before, main) = page.split_once("<main ").unwrap();
            for part in ["id=\"status\"", "id=\"player\"", "aria-label=\"Chapters\""] {
                assert!(before.contains(part), "{path} has {part} before its main part");
            }
            let (to_heading, _) = main.split_once("<h1").expect("a heading");
            assert!(!to_heading.contains("<button") && !to_heading.contains("<nav"), "{path}: {to_heading}");
        }
    }

    async fn a_paragraph_or_words_of_it_are_highlighted_without_script(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let chapter = chapters(&mut reader, sandbox, "publicDomain", "rel=\"next\"").await.swap_remove(4);
        let book = format!("/read/{}", sandbox.title("publicDomain"));
        let form = reader.read(&format!("{chapter}/highlight")).await;
        // The last paragraph is long enough to have words inside.
        let (_, last) = form.rsplit_once("name=\"from\"").unwrap();
        let (_, block) = last.split_once("value=\"").unwrap();
        let (block, rest) = block.split_once('"').unwrap();
        let (_, text) = rest.split_once("<label").unwrap().1.split_once('>').unwrap();
        let (text, _) = text.split_once('<').unwrap();
        let words = text.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" ");
        let number = chapter.rsplit_once('/').unwrap().1;
        let token = hidden_field(&form, "token");
        let fields = |text, note| [("token", token.as_str()), ("chapter", number), ("page", "yes"), ("from", block), ("text", text), ("note", note)];
        let action = format!("{book}/highlights");
        let missing = reader.post(&action, &fields("words that are not there", "")).await.expect_status(303);
        let again = reader.read(missing.header("location").split('#').next().unwrap()).await;
        assert!(again.contains("role=\"alert\"") && again.contains("checked"), "{again}");
        let made = reader.post(&action, &fields(&words, "here")).await.expect_status(303);
        let page = reader.read(made.header("location").split('#').next().unwrap()).await;
        assert!(page.contains(&format!("<mark class=\"b-kept\">{words}</mark>")), "{words} in {page}");
        assert!(page.contains("The highlight is saved."));
        // The whole paragraph, which then is marked from its first to its last letter.
        reader.post(&action, &fields("", "")).await.expect_status(303);
        let page = reader.read(&chapter).await;
        let (_, rest) = page.split_once(&format!("id=\"{block}\"")).unwrap();
        assert!(rest.split_once('>').unwrap().1.starts_with("<mark class=\"b-kept\">"), "{rest}");
        let contents = reader.read(&book).await;
        assert!(contents.contains("<blockquote lang=\"en-GB\" dir=\"auto\">"), "in the book's language: {contents}");
        let kept = highlights(sandbox, "publicDomain").await;
        let texts: Vec<&str> = kept.iter().map(|one| one["highlightText"].as_str().unwrap()).collect();
        assert_eq!(texts.len(), 2, "{kept:?}");
        assert!(texts.contains(&words.as_str()), "{texts:?}");
    }
}

async fn position(sandbox: &Sandbox, title: &str) -> Value {
    let user = User::sign_in(sandbox, "individual").await;
    let path = format!("/v2/myReadingPosition/{}/EPUB3", sandbox.title(title));
    user.get(&path).await.expect_status(200).json
}
