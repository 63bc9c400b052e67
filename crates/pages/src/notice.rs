//! Notices that a page shows once, after a form was processed (`layout::notice`).

use axum::response::Response;
use layout::cookies::with_cookie;

use crate::{Result, Visitor, redirect_to};

impl Visitor {
    /// Redirects the browser to a page that shows once the sentence of this message: what was done.
    pub(crate) fn redirect_with_message(&self, message: &str, address: &str) -> Result {
        Ok(with_cookie(redirect_to(address)?, &self.notices().set_cookie(address, message)))
    }

    /// The page, with a cookie that removes the notice it has shown.
    pub(crate) fn clear_notice(&self, page: Response) -> Response {
        if self.notice.is_none() || !page.status().is_success() {
            return page;
        }
        with_cookie(page, &self.notices().delete_cookie())
    }
}
