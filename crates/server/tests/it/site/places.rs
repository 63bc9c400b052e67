//! Places in a book that a reader reads in several browsers and apps.

use reqwest::Method;
use serde_json::json;

use super::Reader;
use super::browser::links;
use crate::one;
use crate::support::{Sandbox, User, current_time, next_second};

/// The part of a book's contents with the places of other devices.
async fn other_devices_section(reader: &mut Reader<'_>, book: &str) -> Option<String> {
    let contents = reader.read(book).await;
    let (_, part) = contents.split_once("<section aria-labelledby=\"places\">")?;
    Some(part.split_once("</section>").unwrap().0.to_owned())
}

/// The chapters that a part leads to, by their numbers.
fn chapters(book: &str, part: &str) -> Vec<String> {
    let number = |href: &String| {
        let (path, _) = href.split_once('?').unwrap_or((href, ""));
        path.strip_prefix(book).unwrap().trim_start_matches('/').to_owned()
    };
    links(part).iter().map(number).collect()
}

one! {
    async fn each_browser_is_offered_the_place_of_the_other(sandbox: Sandbox) {
        let book = format!("/read/{}", sandbox.title("publicDomain"));
        let mut phone = Reader::sign_in_as(sandbox, "individual").await;
        for chapter in [2, 3] {
            phone.open_until_complete(&format!("{book}/{chapter}")).await;
            next_second().await;
        }
        assert_eq!(other_devices_section(&mut phone, &book).await, None, "nothing of its own");
        let mut laptop = Reader::sign_in_as(sandbox, "individual").await;
        assert_eq!(other_devices_section(&mut laptop, &book).await, None, "the newest place is the first choice");
        assert!(laptop.read(&book).await.contains(&format!("class=\"button primary\" href=\"{book}/3")));
        laptop.open_until_complete(&format!("{book}/5")).await;

        let part = other_devices_section(&mut laptop, &book).await.expect("the place of the phone");
        assert_eq!(chapters(&book, &part), ["3"], "{part}");
        assert!(part.contains(">In another browser, ") && !part.contains("In this browser"), "{part}");
        let contents = phone.read(&book).await;
        assert!(contents.contains(&format!("class=\"button primary\" href=\"{book}/5")), "{contents}");
        assert!(contents.contains("You were last in this book in another browser."), "{contents}");
        let part = other_devices_section(&mut phone, &book).await.expect("its own place");
        assert_eq!(chapters(&book, &part), ["3"], "{part}");
        assert!(part.contains(">In this browser, "), "{part}");

        // An app finds both, and so does each browser that of the app. No page names a device.
        let app = User::sign_in(sandbox, "individual").await;
        let title = book.strip_prefix("/read/").unwrap();
        let position = format!("/v2/myReadingPosition/{title}/EPUB3?anyFormat=true");
        let found = app.get(&position).await.expect_status(200).json;
        assert_eq!(found["others"].as_array().unwrap().len(), 1, "{found}");
        assert_ne!(found["others"][0]["location"], found["location"]);
        next_second().await;
        let event = [
            ("serviceId", title), ("format", "EPUB3"), ("location", found["others"][0]["location"].as_str().unwrap()),
            ("metric", "1"), ("metricType", "page"),
        ];
        app.post("/v2/readingEvents", &event).await.expect_status(200);
        let found = app.get(&position).await.expect_status(200).json;
        assert_eq!(found["others"].as_array().unwrap().len(), 1, "two devices are at one place: {found}");
        let contents = laptop.read(&book).await;
        assert!(contents.contains("You were last in this book in an app."), "{contents}");
        assert!(!contents.contains("browser:") && !contents.contains("app:"), "{contents}");
        let part = other_devices_section(&mut laptop, &book).await.expect("its own place");
        assert_eq!(chapters(&book, &part), ["5"], "{part}");

        // The place of a session that has ended is offered while it is further on, not as one of a browser.
        laptop.press(&book, "/sign-out").await.expect_status(200);
        let part = other_devices_section(&mut phone, &book).await.expect("a place further on");
        assert_eq!(chapters(&book, &part), ["5"], "{part}");
        assert!(part.contains(">Earlier, ") && !part.contains("browser"), "{part}");
        next_second().await;
        phone.open_until_complete(&format!("{book}/6")).await;
        let part = other_devices_section(&mut phone, &book).await.expect("the place of the app");
        assert_eq!(chapters(&book, &part), ["3"], "{part}");
        assert!(part.contains(">In an app, "), "{part}");
    }

    async fn an_app_that_names_its_device_is_shown_by_that_name(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain");
        let book = format!("/read/{id}");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.open_until_complete(&format!("{book}/3")).await;
        let token = sandbox.token("individual").await;
        let progression = format!("/opds/titles/{id}/progression");
        let put = async |modified: String, share: f64| {
            let place = json!({
                "modified": modified, "progression": share,
                "device": {"id": "urn:x", "name": "Kobo <Libra>"},
            });
            let call = sandbox.call(Method::PUT, &progression).bearer(&token).json(&place);
            call.send().await
        };
        next_second().await;
        put(current_time().to_string(), 0.9).await.expect_status(200);
        let contents = reader.read(&book).await;
        assert!(contents.contains("You were last in this book on “Kobo &#60;Libra&#62;”."), "{contents}");
        next_second().await;
        reader.open_until_complete(&format!("{book}/2")).await;
        let part = other_devices_section(&mut reader, &book).await.expect("the place of the app");
        assert!(part.contains(">On “Kobo &#60;Libra&#62;”, "), "{part}");
    }

    async fn a_guest_has_no_places(sandbox: Sandbox) {
        let book = format!("/read/{}", sandbox.title("publicDomain"));
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.open_until_complete(&format!("{book}/3")).await;
        let mut guest = Reader::guest(sandbox);
        guest.open_until_complete(&format!("{book}/4")).await;
        assert_eq!(other_devices_section(&mut guest, &book).await, None);
        assert_eq!(other_devices_section(&mut reader, &book).await, None, "those of a guest are nobody's");
    }
}
