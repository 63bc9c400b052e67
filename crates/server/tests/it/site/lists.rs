//! /lists and the lists below it.

use super::Reader;
use super::browser::{hidden_field, titles};
use crate::one;
use crate::support::{Sandbox, User};

/// Makes a list; returns its address.
async fn make(reader: &mut Reader<'_>, name: &str, access: &str) -> String {
    let page = reader.read("/lists").await;
    let (token, mark) = (hidden_field(&page, "token"), hidden_field(&page, "form"));
    let form = [
        ("token", token.as_str()),
        ("form", mark.as_str()),
        ("name", name),
        ("access", access),
        ("description", "For the winter"),
    ];
    let reply = reader.post("/lists", &form).await.expect_status(303);
    let again = reader.post("/lists", &form).await.expect_status(303);
    assert_eq!(
        again.header("location"),
        reply.header("location"),
        "a form that is sent twice makes one list"
    );
    reply.header("location").to_owned()
}

one! {
    async fn a_list_is_made_filled_changed_and_deleted(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        // A reader without a list is led to the form for one; guests cannot make any.
        let free = sandbox.title("publicDomain");
        let title = Reader::sign_in_as(sandbox, "unqualified").await.read(&format!("/titles/{free}")).await;
        assert!(title.contains("You have no list yet.") && title.contains("href=\"/lists#new\">Make a list</a>"), "{title}");
        assert!(reader.read("/lists").await.contains("id=\"new\""));
        assert!(!Reader::guest(sandbox).read(&format!("/titles/{free}")).await.contains("Put on a list"));
        let list = make(&mut reader, "Long <evenings>", "private").await;
        let shelf = reader.read("/shelf").await;
        assert!(shelf.contains(&format!("<h3><a href=\"{list}\"><bdi>Long &#60;evenings&#62;</bdi></a></h3>")), "{shelf}");
        let title = reader.read(&format!("/titles/{free}")).await;
        assert!(!title.contains("You have no list yet."), "{title}");
        assert!(title.contains("action=\"/lists/chosen/titles\"") && title.contains("Long &#60;evenings&#62;"), "{title}");
        let token = hidden_field(&title, "token");
        let id = list.strip_prefix("/lists/").unwrap();
        let number = free.to_string();
        let add = [("token", token.as_str()), ("list", id), ("add", number.as_str())];
        let reply = reader.post("/lists/chosen/titles", &add).await.expect_status(303);
        assert_eq!(reply.header("location"), list);
        assert!(reader.read(reply.header("location")).await.contains("The book is on this list."));
        for sort in ["title", "author", "added"] {
            assert_eq!(titles(&reader.read(&format!("{list}?sort={sort}")).await), [free], "{sort}");
        }
        let change = [("token", token.as_str()), ("name", "Short evenings"), ("access", "shared")];
        reader.post(&list, &change).await.expect_status(303);
        let page = reader.read(&list).await;
        assert!(page.contains("<h1><bdi>Short evenings</bdi></h1>") && !page.contains("For the winter"), "{page}");
        let refused = reader.post(&list, &[("token", &token), ("name", ""), ("access", "shared")]).await;
        let refused = refused.expect_status(400).text();
        assert!(refused.contains("href=\"#name\"") && refused.contains("aria-invalid=\"true\""), "{refused}");
        let off = [("token", token.as_str()), ("remove", number.as_str())];
        reader.post(&format!("{list}/titles"), &off).await.expect_status(303);
        assert!(reader.read(&list).await.contains("There are no books on this list yet."));
        reader.press(&format!("{list}/remove"), &format!("{list}/remove")).await.expect_status(303);
        reader.get(&list).await.expect_status(404);
    }

    async fn the_name_of_a_list_says_its_language(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let name = "Des livres pour les longues soirées d’hiver, à lire en famille";
        let list = make(&mut reader, name, "private").await;
        let page = reader.read(&list).await;
        assert!(page.contains(&format!("<h1><bdi lang=\"fr\">{name}</bdi></h1>")), "{page}");
        let lists = reader.read("/lists").await;
        assert!(lists.contains(&format!("<bdi lang=\"fr\">{name}</bdi>")), "{lists}");
        let language = [("language", "fra")];
        let user = User::sign_in(sandbox, "individual").await;
        user.put("/v2/myAccount/preferences", &language).await.expect_status(200);
        let page = reader.read(&list).await;
        assert!(page.contains(&format!("<h1><bdi>{name}</bdi></h1>")), "like the page: {page}");
    }

    async fn others_see_what_is_shared_and_follow_it(sandbox: Sandbox) {
        let mut owner = Reader::sign_in_as(sandbox, "individual").await;
        let (shared, own) =
            (make(&mut owner, "Ferries for all", "shared").await, make(&mut owner, "Mine alone", "private").await);
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        assert!(other.read("/lists/shared?words=ferries").await.contains("Ferries for all"));
        assert!(!other.read("/lists/shared").await.contains("Mine alone"));
        other.get(&own).await.expect_status(404);
        let page = other.read(&shared).await;
        assert!(!page.contains("Change this list") && page.contains("Follow this list"), "{page}");
        let token = hidden_field(&page, "token");
        let subscription = format!("{shared}/subscription");
        other.post(&subscription, &[("token", &token), ("subscribe", "yes")]).await.expect_status(303);
        assert!(other.read("/lists").await.contains("Ferries for all"));
        other.post(&subscription, &[("token", &token)]).await.expect_status(303);
        assert!(!other.read("/lists").await.contains("Ferries for all"));
        let change = [("token", token.as_str()), ("name", "Stolen"), ("access", "shared")];
        assert_ne!(other.post(&shared, &change).await.status, 303);
        assert!(owner.read(&shared).await.contains("Ferries for all"));
        // An organization's list is for sponsors to make.
        let form = [("token", token.as_str()), ("name", "Ours"), ("access", "org")];
        other.post("/lists", &form).await.expect_status(400);
    }
}
