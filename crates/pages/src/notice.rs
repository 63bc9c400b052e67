//! Notices that a page shows once, after a form was processed (`layout::notice`).

use axum::response::Response;
use layout::cookies::with_cookie;

use crate::page::redirect;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

impl Visitor {
    /// Leads the browser to a page that says once that something was done: the sentence of a message.
    pub(crate) fn done(&self, message: &str, pages: &Pages, address: &str) -> Result<Response> {
        Ok(with_cookie(redirect(address)?, &self.notices(pages).set_cookie(address, message)))
    }

    /// The page, which does not say again what it has said.
    pub(crate) fn without_notice(&self, pages: &Pages, page: Response) -> Response {
        if self.notice.is_none() || !page.status().is_success() {
            return page;
        }
        with_cookie(page, &self.notices(pages).delete_cookie())
    }
}
