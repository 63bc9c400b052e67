//! GET and PUT /v2/myLists/{readingListId}/subscription.

use serde_json::json;

use super::{id, list, names};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_subscribed_list_is_one_of_mine(sandbox: Sandbox) {
        let (user, sponsor) = (User::sign_in(sandbox, "individual2").await, User::sign_in(sandbox, "sponsor").await);
        let path = format!("/v2/myLists/{}/subscription", id(sandbox, "shared"));
        // The Reading List record has the number; a PUT without parameters changes nothing.
        let subscribers = async |owner: &User<'_>| {
            owner.put(&list(sandbox, "shared"), &[]).await.expect_status(200).json["subscriberCount"].clone()
        };
        assert_eq!(user.get(&path).await.expect_status(200).json["subscription"]["enabled"], false);
        for _ in 0..2 {
            let reply = user.put(&path, &[("enabled", "True")]).await.expect_status(200);
            assert_eq!(reply.json["subscription"]["enabled"], true);
            assert_eq!(reply.json["subscription"]["allows"], json!(["PUT"]));
            assert_eq!(subscribers(&sponsor).await, 1);
            assert_eq!(reply.json["access"], "public");
            let link = crate::support::link(&reply.json["subscription"], "self").unwrap();
            assert!(link.ends_with(&path), "{link}");
        }
        assert_eq!(names(&user.get("/v2/myLists").await), ["Books with weather in them"]);

        // The owner closes the list: it does not exist any more for others, subscribed or not.
        sponsor.put(&list(sandbox, "shared"), &[("access", "private")]).await.expect_status(200);
        assert!(names(&user.get("/v2/myLists").await).is_empty());
        user.put(&path, &[("enabled", "false")]).await.expect_error(404, "LIST_NOT_FOUND");
        // Nor are they counted, and when it is open again they choose again.
        assert_eq!(subscribers(&sponsor).await, 0);
        sponsor.put(&list(sandbox, "shared"), &[("access", "shared")]).await.expect_status(200);
        assert_eq!(user.get(&path).await.expect_status(200).json["subscription"]["enabled"], false);
        user.put(&path, &[("enabled", "true")]).await.expect_status(200);

        let reply = user.put(&path, &[("enabled", "false")]).await.expect_status(200);
        assert_eq!(reply.json["subscription"]["enabled"], false);
        assert_eq!(subscribers(&sponsor).await, 0);
        assert!(names(&user.get("/v2/myLists").await).is_empty());
    }

    async fn the_own_list_has_no_subscription(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let path = format!("/v2/myLists/{}/subscription", id(sandbox, "private"));
        user.put(&path, &[("enabled", "true")]).await.expect_error(400, "OWN_LIST");
        user.put(&path, &[("enabled", "maybe")]).await.expect_error(400, "INVALID_PARAMETER");
        user.put(&path, &[]).await.expect_error(400, "MISSING_PARAMETER");
        user.get("/v2/myLists/nothing/subscription").await.expect_error(404, "LIST_NOT_FOUND");
    }

    async fn subscribing_to_the_organizations_list_opens_its_titles(sandbox: Sandbox) {
        let (member, sponsor) = (User::sign_in(sandbox, "orgMember").await, User::sign_in(sandbox, "sponsor").await);
        let title = sandbox.title("mending");
        let service_id = title.to_string();
        let titles = format!("{}/titles", list(sandbox, "org"));
        sponsor.post(&titles, &[("serviceId", &service_id)]).await.expect_status(200);
        let available = async || {
            member.get(&format!("/v2/titles/{title}")).await.expect_status(200).json["available"].clone()
        };
        assert_eq!(available().await, false);
        let path = format!("/v2/myLists/{}/subscription", id(sandbox, "org"));
        member.put(&path, &[("enabled", "true")]).await.expect_status(200);
        assert_eq!(available().await, true);
        member.put(&path, &[("enabled", "false")]).await.expect_status(200);
        assert_eq!(available().await, false);
    }
}
