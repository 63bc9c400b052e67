//! The start page, the API documentation, and the style sheet.

use axum::http::header;

use crate::server::TestServer;

store::db_test! {
    async fn public_pages_have_strict_headers(db: Db) {
        let server = TestServer::new(db).await;
        for path in ["/docs", "/docs/records"] {
            let page = server.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert_eq!(page.header(header::CONTENT_TYPE), "text/html; charset=utf-8");
            let policy = page.header(header::CONTENT_SECURITY_POLICY);
            assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'none'"), "{policy}");
            assert!(page.body.contains("<html lang=\"en\" dir=\"ltr\" ") && page.body.contains("<h1"));
            assert!(!page.body.contains("<script") && !page.body.contains("style="));
            assert_eq!(page.body.matches("<h1").count(), 1);
        }
    }
}

store::db_test! {
    async fn the_style_sheet_of_a_page_exists(db: Db) {
        let server = TestServer::new(db).await;
        let page = server.get("/docs").await;
        let (_, rest) = page.body.split_once("rel=\"stylesheet\" href=\"").unwrap();
        let sheet = server.get(rest.split_once('"').unwrap().0).await;
        assert_eq!((sheet.status.as_u16(), sheet.header(header::CONTENT_TYPE)), (200, "text/css; charset=utf-8"));
        assert!(!sheet.body.contains("url("), "nothing is fetched from elsewhere");
        assert_eq!(server.get("/assets/icon.svg").await.header(header::CONTENT_TYPE), "image/svg+xml");
    }
}

/// A small description of an interface.
fn small_description() -> serde_json::Value {
    serde_json::json!({
        "info": {"title": "The interface", "version": "2", "description": "About <it>."},
        "paths": {"/v2/titles/{id}": {"get": {
            "tags": ["Titles"], "summary": "Get one",
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"},
                "description": "Which"}],
            "responses": {"200": {"description": "It", "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Title"}}}}, "404": {"description": "Gone"}}
        }}},
        "components": {"schemas": {"Title": {"type": "object", "properties": {
            "name": {"type": "string", "description": "Its name", "enum": ["A", "B"]}}}}}
    })
}

store::db_test! {
    async fn every_link_within_the_description_leads_somewhere(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.openapi = small_description).await;
        let start = server.get("/docs").await.body;
        let mut pages = std::collections::BTreeMap::from([("/docs".to_owned(), start)]);
        for path in ["/docs/titles", "/docs/records", "/docs/records/t"] {
            pages.insert(path.to_owned(), server.get(path).await.body);
        }
        let page: String = pages.values().map(String::as_str).collect();
        for text in ["/v2/titles/{id}", "Get one", "Which", "required", "404", "Gone", "Its name", "About &lt;it&gt;."] {
            assert!(page.contains(text), "{text}");
        }
        let links = page.split("href=\"/docs").skip(1).map(|rest| rest.split_once('"').unwrap().0);
        let links: Vec<String> = links.filter(|rest| !rest.contains(".json")).map(|rest| format!("/docs{rest}")).collect();
        assert!(links.len() > 4);
        let start = &pages["/docs"];
        for link in links {
            // Links from when the description was one page lead to the entry in the list.
            if let Some((_, target)) = link.split_once('#') {
                assert_eq!(start.matches(&format!("id=\"{target}\"")).count(), 1, "{target} in the list");
            }
            let (path, target) = link.split_once('#').unwrap_or((&link, "content"));
            let page = pages.get(path).unwrap_or_else(|| panic!("{link} leads nowhere"));
            assert_eq!(page.matches(&format!("id=\"{target}\"")).count(), 1, "{link}");
        }
        assert_eq!(server.get("/docs/openapi.json").await.json(), small_description());
        for path in ["/docs/nothing", "/docs/records/nothing"] {
            assert_eq!(server.get(path).await.status.as_u16(), 404, "{path}");
        }
    }
}
