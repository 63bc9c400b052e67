//! Forms whose session had ended, on their way through the sign-in. The pages of the site and those of the
//! sign-in pass them on in extensions of their responses.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use pages::{FormRestorer, Pages};
use web::WebState;

pub struct FormSender {
    headers: HeaderMap,
    peer: Option<ConnectInfo<SocketAddr>>,
}

impl FormSender {
    /// `None` if the request does not send a form from a page: requests of programs are not copied.
    pub fn from_request(request: &Request) -> Option<Self> {
        let headers = request.headers();
        if *request.method() != Method::POST || !pages::accepts_html(headers) {
            return None;
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().copied();
        Some(Self { headers: headers.clone(), peer })
    }
}

pub struct KeptForms {
    sign_in: WebState,
    restorer: FormRestorer,
}

impl KeptForms {
    /// `site_router` is that of the pages of the site.
    pub fn new(sign_in: WebState, site: &Pages, site_router: Router) -> Self {
        Self { sign_in, restorer: FormRestorer::new(site, site_router) }
    }

    /// The response to a form, or the page with a kept form that takes its place: the sign-in, or after it
    /// the page that the form came from.
    pub async fn pass_on(&self, sender: &FormSender, response: Response) -> Response {
        let response = web::keep_form(&self.sign_in, &sender.headers, response).await;
        self.restorer.restore_form(&sender.headers, sender.peer, response).await
    }
}
