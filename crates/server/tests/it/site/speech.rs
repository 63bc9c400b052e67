//! The library's own voice of a book that is read in the browser: who may have it, how it is asked for, its
//! sound files, and its times, which are those of the spoken format.

use books::testkit::{EpubBuilder, MINIMAL_PNG};
use roxmltree::Document;
use serde_json::Value;

use super::Reader;
use super::browser::hidden_field;
use crate::one;
use crate::support::staff::{new_title, publish, submission};
use crate::support::{Backend, Sandbox, User, can_speak, package, read_zip};

/// Publishes a small book under copyright; the address at which it is read.
pub(super) async fn publish_small_book(sandbox: &Sandbox) -> String {
    let one = r#"<p>The tide was out. Nobody saw it go.</p>
        <span epub:type="pagebreak" role="doc-pagebreak" id="p2" aria-label="2"></span>
        <p>A bell rang twice. Then it <em>stopped.</em> The gulls flew.</p>
        <p><img src="gull.png" alt="A gull over the harbor"/></p><p>All was still.</p>
        <p><img src="gull.png" alt="A bell lies in the mud"/></p>"#;
    let book = EpubBuilder::new("Spoken Tides")
        .author("Ada Harbor")
        .file("gull.png", "image/png", MINIMAL_PNG)
        .page("2", "chapter1.xhtml#p2")
        .chapter("Low Water", one)
        .chapter("High Water", "<p>The sea came back. It was cold.</p>")
        .build();
    let staff = User::sign_in(sandbox, "administrator").await;
    let body = submission(&new_title("Spoken Tides"), &[("EPUB3", &book)]);
    let reply = staff.post_files("/v2/catalog", body).await.expect_status(202);
    let id: i64 = reply.json["messages"][0].as_str().unwrap().parse().unwrap();
    publish(&staff, id).await;
    format!("/read/{id}")
}

/// The chapter of a book whose page contains a text.
pub(super) async fn chapter(reader: &mut Reader<'_>, book: &str, text: &str) -> (String, String) {
    for number in 1..10 {
        let path = format!("{book}/{number}");
        let page = reader.open_until_complete(&path).await.text();
        if page.contains(text) {
            return (path, page);
        }
    }
    panic!("no chapter with {text}")
}

/// A sentence of the library's voice: its place on the page, its sound file, its times in milliseconds.
struct SpokenSentence {
    id: String,
    letters: usize,
    audio: String,
    times: (u64, u64),
}

fn spoken_sentence(reply: &Value) -> Vec<SpokenSentence> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole milliseconds")]
    let milliseconds = |value: &Value| (value.as_f64().unwrap() * 1000.0).round() as u64;
    let one = |clip: &Value| SpokenSentence {
        id: clip["id"].as_str().unwrap().to_owned(),
        letters: usize::try_from(clip["letters"].as_u64().unwrap()).unwrap(),
        audio: clip["audio"].as_str().unwrap().to_owned(),
        times: (milliseconds(&clip["begin"]), milliseconds(&clip["end"])),
    };
    reply["clips"].as_array().unwrap().iter().map(one).collect()
}

/// The clips in the SMIL of a package: for each clip, its file, its times, and the text that is heard.
fn read_clips(files: &[(String, Vec<u8>)]) -> Vec<(String, (u64, u64), String)> {
    let options = || roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let text = |name: &str| {
        let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
        std::str::from_utf8(bytes).unwrap()
    };
    let book = Document::parse_with_options(text("book.xml"), options()).unwrap();
    let milliseconds = |clock: &str| {
        let (whole, part) = clock.split_once('.').unwrap_or((clock, "0"));
        let whole = whole.split(':').fold(0, |all, digits| all * 60 + digits.parse::<u64>().unwrap());
        whole * 1000 + format!("{part:0<3}").parse::<u64>().unwrap()
    };
    let mut all = Vec::new();
    for (name, _) in
        files.iter().filter(|(name, _)| name.rsplit_once('.').is_some_and(|(_, end)| end == "smil"))
    {
        let smil = Document::parse_with_options(text(name), options()).unwrap();
        for par in smil.descendants().filter(|node| node.tag_name().name() == "par") {
            let child = |name| par.children().find(|node| node.tag_name().name() == name);
            let Some(audio) = child("audio") else { continue };
            let id = child("text").unwrap().attribute("src").unwrap().rsplit_once('#').unwrap().1;
            let element = book.descendants().find(|node| node.attribute("id") == Some(id)).unwrap();
            let words = element.descendants().filter_map(|node| node.text().filter(|_| node.is_text()));
            let times = ["clipBegin", "clipEnd"].map(|name| milliseconds(audio.attribute(name).unwrap()));
            all.push((
                audio.attribute("src").unwrap().to_owned(),
                times.into(),
                without_white_space(&words.collect::<String>()),
            ));
        }
    }
    all
}

fn without_white_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The text of an element of a page, without white space.
fn element(page: &str, id: &str) -> String {
    let (before, rest) =
        page.split_once(&format!(" id=\"{id}\"")).unwrap_or_else(|| panic!("no {id} in {page}"));
    let name = before.rsplit_once('<').unwrap().1.split(' ').next().unwrap();
    let (markup, _) = rest.split_once('>').unwrap().1.split_once(&format!("</{name}>")).unwrap();
    let text = markup.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    without_white_space(&text.collect::<String>())
}

/// Asks until the voice is in this state.
async fn wait_for_state(reader: &mut Reader<'_>, path: &str, state: &str) -> Value {
    for _ in 0..600 {
        let json = reader.get(path).await.expect_status(200).json;
        if json["state"] == state {
            return json;
        }
        assert_eq!(json["state"], "making", "{json}");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("the voice is never {state}")
}

one! {
    async fn the_library_s_voice_is_asked_for_and_says_the_sentences_at_its_times(sandbox: Sandbox) {
        if !can_speak() {
            return;
        }
        let book = publish_small_book(sandbox).await;
        let id = book.rsplit_once('/').unwrap().1;
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let (path, page) = chapter(&mut reader, &book, "Nobody saw it go.").await;
        assert!(page.contains("data-speech=\"true\"") && page.contains(&format!("action=\"{book}/speech\"")));
        assert!(page.contains(&format!("<section class=\"aside\" id=\"listen\" aria-label=\"Get this book as an audio book\"><a class=\"button\" href=\"/titles/{id}/downloads/DAISY_AUDIO\"")));
        let speech = format!("{path}/speech");
        let first = reader.get(&speech).await.expect_status(200);
        assert_eq!(first.json, serde_json::json!({"state": "absent", "clips": []}));
        assert_eq!(first.header("cache-control"), "private, no-store");
        reader.get(&format!("{book}/speech/speech0001.mp3")).await.expect_status(404);
        // Asking for it is a form of this session, and counts as nothing.
        let ask = format!("{book}/speech");
        reader.post(&ask, &[]).await.expect_status(403);
        let token = hidden_field(&page, "token");
        let asked = reader.post(&ask, &[("token", &token)]).await.expect_status(200).json;
        assert!(asked["state"] == "making" || asked["state"] == "ready", "{asked}");
        let form = [("token", token.as_str()), ("chapter", "2")];
        assert_eq!(reader.post(&ask, &form).await.expect_status(303).header("location"), format!("{book}/2"));
        let said = spoken_sentence(&wait_for_state(&mut reader, &speech, "ready").await);

        // The times are those of the spoken format, and lead to the same words.
        let files = read_zip(&package(sandbox, Some(User::sign_in(sandbox, "individual").await.token()), &format!("/v2/titles/{id}/DAISY_AUDIO")).await).unwrap();
        let heard = read_clips(&files);
        let mut words = Vec::new();
        for one in &said {
            let name = one.audio.strip_prefix("speech/").unwrap();
            let (.., sentence) = heard
                .iter()
                .find(|(file, times, _)| file == name && *times == one.times)
                .unwrap_or_else(|| panic!("{:?} is not in {heard:?}", one.times));
            let text = element(&page, &one.id);
            assert!(text[one.letters..].starts_with(sentence), "{sentence} at {} of {text}", one.letters);
            words.push(sentence.as_str());
        }
        let sentences = ["LowWater", "Thetidewasout.", "Nobodysawitgo.", "Abellrangtwice.", "Thenitstopped.", "Thegullsflew.", "Allwasstill."];
        assert_eq!(words, sentences);
        let (other, _) = chapter(&mut reader, &book, "The sea came back.").await;
        assert_eq!(spoken_sentence(&reader.get(&format!("{other}/speech")).await.json).len(), 3);

        // The sound is that of the package, whole and in parts.
        let sound = format!("{book}/{}", said[0].audio);
        let whole = reader.get(&sound).await.expect_status(200);
        let (_, bytes) = files.iter().find(|(name, _)| said[0].audio.ends_with(name.as_str())).unwrap();
        assert_eq!((whole.header("content-type"), &whole.bytes), ("audio/mpeg", bytes));
        assert!(whole.header("content-security-policy").contains("sandbox"));
        let part = reader.send(sandbox.get(&sound).header("range", "bytes=100-299")).await.expect_status(206);
        assert_eq!(part.bytes, bytes[100..300]);
        for other in ["book.opf", "book.xml", "speech9999.mp3", "..%2Fbook.opf"] {
            reader.get(&format!("{book}/speech/{other}")).await.expect_status(404);
        }

        // Only the copy that is read was downloaded, and the file that was asked for by name.
        let user = User::sign_in(sandbox, "individual").await;
        let history = user.get("/v2/myAccount/history?limit=100").await.expect_status(200).json;
        let lines = history["titleDownloads"].as_array().unwrap().iter().filter(|line| line["serviceId"] == id);
        let mut formats: Vec<&str> = lines.map(|line| line["format"]["formatId"].as_str().unwrap_or_default()).collect();
        formats.sort_unstable();
        assert_eq!(formats, ["DAISY_AUDIO", "EPUB3"], "{history}");
        check_closed(sandbox, &mut reader, [&speech, &sound]).await;
    }
}

/// Checks that nobody else can listen, and that a withdrawn right ends access.
async fn check_closed(sandbox: &Sandbox, reader: &mut Reader<'_>, addresses: [&String; 2]) {
    for address in addresses {
        let guest = Reader::guest(sandbox).get(address).await.expect_status(303);
        assert!(guest.header("location").starts_with("/sign-in?back="), "{address}");
        Reader::sign_in_as(sandbox, "unqualified").await.get(address).await.expect_status(403);
    }
    let db = sandbox.database().await;
    let own = store::subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
    let ended = domain::subscriptions::Subscription { end: Some(own.start), ..own };
    assert!(store::subscriptions::update(&db, &ended).await.unwrap());
    db.close().await;
    for address in addresses {
        reader.get(address).await.expect_status(403);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_title_that_cannot_be_spoken_offers_no_voice() {
    let sandbox = Sandbox::start(Backend::Sqlite).await.restart_without_tools().await;
    let mut guest = Reader::guest(&sandbox);
    let book = format!("/read/{}", sandbox.title("publicDomain"));
    let page = guest.open_until_complete(&format!("{book}/1")).await.text();
    assert!(
        page.contains("data-speech=\"false\"")
            && !page.contains("id=\"offer\"")
            && !page.contains("id=\"listen\"")
    );
    assert_eq!(guest.get(&format!("{book}/1/speech")).await.expect_status(200).json["state"], "closed");
    let asked = guest.post(&format!("{book}/speech"), &[]).await.expect_status(200);
    assert_eq!(asked.json["state"], "closed");
}
