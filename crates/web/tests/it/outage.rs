//! An unreachable database: `temporarily_unavailable` for apps, a page for people
//! (docs/rules/authentication.md#rule-9).

use axum::body::Body;
use axum::http::{Request, header};

use crate::server::{TestServer, USER_PASSWORD};

store::db_test! {
    async fn without_its_database_the_server_is_unavailable_and_says_when_to_try_again(db: Db) {
        let server = TestServer::new(db).await;
        server.db.close().await;
        let fields = [("grant_type", "password"), ("username", "ann"), ("password", USER_PASSWORD)];
        let answer = server.post_as_client("/oauth/token", ("trusted", ""), &fields).await;
        assert_eq!(answer.token_error(), (503, "temporarily_unavailable".into()));
        assert!(answer.header(header::RETRY_AFTER).parse::<u32>().unwrap() > 0);

        let page = Request::get("/oauth/authorize?response_type=code&client_id=app&redirect_uri=https://a.example/");
        let answer = server.send(page.header(header::ACCEPT, "text/html").body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, 503, "{}", answer.body);
        assert!(answer.body.contains("<html") && answer.body.contains("our side"), "{}", answer.body);
        assert!(answer.header(header::RETRY_AFTER).parse::<u32>().unwrap() > 0);
    }
}
