//! Notices of sites to the visitors of their pages, as administrators write them
//! (docs/rules/access.md#rule-29).

use domain::site_notices::{MAX_NOTICE_CHARS, SiteNotice};
use domain::{AuditSubject, AuditedAct, InterfaceLanguage, Site, SiteId};

use crate::sites::{require_site, unknown_site};
use crate::values::{ParseValue as _, SingleLineText};
use crate::{ErrorKey, Faults, Field, Operation, Result};

type NoticeText = SingleLineText<MAX_NOTICE_CHARS>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeView {
    pub site: Site,
    /// The notice, also of other days. `None` if there is none.
    pub notice: Option<SiteNotice>,
}

/// A site with its notice, as it is stored.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn get(op: &Operation, id: &SiteId) -> Result<NoticeView> {
    op.require_administrator()?;
    let site = require_site(op, id).await?;
    Ok(NoticeView { notice: store::site_notices::get(op.db(), id).await?, site })
}

/// Replaces the notice of a site, or removes it. Pages of other processes, and pages for guests, show the
/// change within a minute.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; the faults of the notice;
/// `INVALID_PARAMETER` for an unknown site.
pub async fn set(op: &Operation, id: &SiteId, notice: Option<SiteNotice>) -> Result<()> {
    op.require_administrator()?;
    if let Some(notice) = &notice {
        list_faults(notice).into_result()?;
    }
    let mut tx = op.db().begin().await?;
    if !store::site_notices::set(&mut tx, id, notice.as_ref()).await? {
        return Err(unknown_site(id));
    }
    op.commit_change(tx, AuditedAct::ChangeSite, AuditSubject::Site(id)).await?;
    op.library().notice_cache().clear();
    Ok(())
}

/// Everything that is wrong with a notice.
fn list_faults(notice: &SiteNotice) -> Faults {
    let mut faults = Faults::default();
    if notice.texts.is_empty() {
        faults.add(ErrorKey::MissingParameter, Field::Message, "is required in at least one language");
    }
    for (tag, text) in &notice.texts {
        if !InterfaceLanguage::ALL.iter().any(|language| language.tag() == tag) {
            let reason = format!("must be in a language of the pages, not {tag}");
            faults.add(ErrorKey::InvalidParameter, Field::Message, reason);
        }
        if let Err(invalid) = NoticeText::parse_value(text) {
            faults.add(ErrorKey::InvalidParameter, Field::Message, invalid.reason);
        }
    }
    if notice.last_day < notice.first_day {
        faults.add(ErrorKey::InvalidDate, Field::EndDate, "must not be before the start");
    }
    faults
}

#[cfg(test)]
mod tests {
    use domain::site_notices::{MAX_NOTICE_CHARS, SiteNotice};
    use jiff::civil::date;

    use super::list_faults;
    use crate::Error;

    #[test]
    fn a_notice_has_a_short_text_in_a_language_of_the_pages_and_ends_after_it_begins() {
        let notice = |texts: &[(&str, &str)], last| SiteNotice {
            texts: texts.iter().map(|(tag, text)| ((*tag).to_owned(), (*text).to_owned())).collect(),
            first_day: date(2026, 12, 4),
            last_day: date(2026, 12, last),
        };
        let long = "x".repeat(MAX_NOTICE_CHARS + 1);
        for (notice, count) in [
            (notice(&[("en", "Closed")], 4), 0),
            (notice(&[("de", "Zu"), ("en", "Closed")], 5), 0),
            (notice(&[], 3), 2),
            (notice(&[("pl", "Zamknięte")], 5), 1),
            (notice(&[("en", "two\nlines"), ("de", long.as_str()), ("fr", "")], 5), 2),
        ] {
            let faults = match list_faults(&notice).into_result() {
                Ok(()) => Vec::new(),
                Err(Error::Invalid(faults)) => faults,
                Err(error) => panic!("{error}"),
            };
            assert_eq!(faults.len(), count, "{faults:?}");
        }
    }
}
