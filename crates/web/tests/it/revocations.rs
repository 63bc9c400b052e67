//! POST /oauth/revocations (docs/rules/authentication.md#rule-8).

use axum::http::header;

use crate::house::House;

const TRUSTED: (&str, &str) = ("trusted", "");

store::db_test! {
    async fn an_access_token_is_revoked_and_nothing_else(db: Db) {
        let house = House::new(db).await;
        let (access, refresh) = house.pair("ann").await;
        let (other, _) = house.pair("ann").await;
        let fields =
            [("token", access.as_str()), ("client_id", "trusted"), ("grant_type", "whatever"), ("scope", "all")];
        let answer = house.post("/oauth/revocations", TRUSTED, &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let json = answer.json();
        assert_eq!(json["key"], "SUCCESS");
        assert!(json["messages"][0].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!((house.check(&access).await, house.check(&other).await), ("revoked", "valid"));
        let again = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        assert_eq!(house.post("/oauth/token", TRUSTED, &again).await.status, 200);
        assert_eq!(house.post("/oauth/revocations", TRUSTED, &fields[..1]).await.status, 200, "a second time");
    }
}

store::db_test! {
    /// Extra fields are ignored, including `client_id` if there is a header.
    async fn the_form_names_no_other_client_than_the_header(db: Db) {
        let house = House::new(db).await;
        let (access, _) = house.pair("ann").await;
        let fields = [("token", access.as_str()), ("client_id", "app"), ("client_secret", "x"), ("scope", "all")];
        let answer = house.post("/oauth/revocations", TRUSTED, &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(house.check(&access).await, "revoked");
        let fields = [("token", access.as_str()), ("client_id", "trusted")];
        let answer = house.post("/oauth/revocations", ("nobody", ""), &fields).await;
        assert_eq!(answer.error(), (401, "unauthorized_client".to_owned()));
    }
}

store::db_test! {
    async fn a_refresh_token_takes_only_itself_along(db: Db) {
        let house = House::new(db).await;
        let (access, refresh) = house.pair("ann").await;
        let answer = house.post("/oauth/revocations", TRUSTED, &[("token", &refresh)]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(house.check(&access).await, "valid");
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        let refused = house.post("/oauth/token", TRUSTED, &fields).await;
        assert_eq!(refused.error(), (400, "invalid_grant".to_owned()));
    }
}

store::db_test! {
    async fn an_unknown_token_is_as_good_as_revoked(db: Db) {
        let house = House::new(db).await;
        let answer = house.post("/oauth/revocations", TRUSTED, &[("token", "never-was")]).await;
        assert_eq!((answer.status.as_u16(), answer.json()["key"].as_str()), (200, Some("SUCCESS")));
    }
}

store::db_test! {
    async fn a_token_of_another_client_is_left_alone(db: Db) {
        let house = House::new(db).await;
        let (access, refresh) = house.pair("ann").await;
        for token in [&access, &refresh] {
            let answer = house.post("/oauth/revocations", ("app", ""), &[("token", token)]).await;
            assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
        }
        assert_eq!(house.check(&access).await, "valid");
    }
}

store::db_test! {
    async fn client_and_token_are_needed(db: Db) {
        let house = House::new(db).await;
        let answer = house.post("/oauth/revocations", ("nobody", ""), &[("token", "a")]).await;
        assert_eq!(answer.error(), (401, "unauthorized_client".to_owned()));
        assert!(answer.header(header::WWW_AUTHENTICATE).starts_with("Basic "));
        let answer = house.post("/oauth/revocations", TRUSTED, &[]).await;
        assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
    }
}
