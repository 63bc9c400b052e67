//! Highlights of the caller (docs/rules/reading.md#rule-2, docs/rules/reading.md#rule-9): open to every user
//! who can see the title.
//! `POST /v2/myHighlights`: sets a highlight; the same range again is a conflict
//! (docs/rules/reading.md#rule-2).
//! `PUT /v2/myHighlights`: changes note and color; an empty value clears (docs/rules/reading.md#rule-2,
//! docs/rules/requests.md#rule-3).
//! `DELETE /v2/myHighlights`: removes a highlight and returns the rest.

use domain::Format;
use domain::highlights::{COLOR_LENGTH, Highlight, NOTE_LENGTH, TEXT_LENGTH};
use domain::locations::{BookPosition, LOCATION_LENGTH};
use jiff::Timestamp;
use services::highlights::{self, FieldChange, HighlightChange, HighlightRange};

use crate::annotations::{self, AnnotationShelf, ListAnnotations};
use crate::http::{
    Change, CutPage, InRole, Json, Link, ListAddress, Params, RequiredParam, Result, SignedIn, Text,
};
use crate::records::{HighlightRecord, StatusKey, StatusRecord, TranslatedHighlightRecord};
use crate::{Api, endpoints, params};

endpoints! {
    "Bookmarks, highlights, reading": list_highlights, create_highlight, update_highlight, delete_highlight;
}

/// A page of highlights.
#[endpoint::record]
pub struct HighlightList {
    /// POST: set a highlight.
    pub allows: Option<Vec<&'static str>>,
    /// The page, in reading order.
    pub highlights: Vec<HighlightRecord>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
    /// With `anyFormat`, on the first page: highlights of other formats, translated to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translated: Option<Vec<TranslatedHighlightRecord>>,
}

impl HighlightList {
    fn new(api: &Api, page: CutPage<Highlight>) -> Self {
        Self {
            allows: Some(vec!["POST"]),
            highlights: page
                .items
                .into_iter()
                .map(|highlight| HighlightRecord::new(api, highlight))
                .collect(),
            limit: page.limit,
            links: page.links,
            next: page.next,
            total_results: page.total_results,
            translated: None,
        }
    }
}

/// List highlights
///
/// The caller's highlights in one format of a title, in reading order.
#[endpoint::get("/v2/myHighlights", returns "A page of highlights", errors(TitleNotFound))]
pub async fn list_highlights(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListAnnotations>,
) -> Result<Json<HighlightList>> {
    let (page, others) = annotations::list(&api, &op, &address, &params).await?;
    let translated =
        others.map(|all| all.into_iter().map(|one| TranslatedHighlightRecord::new(&api, one)).collect());
    Ok(Json(HighlightList { translated, ..HighlightList::new(&api, page) }))
}

params! {
    /// A highlight.
    pub struct CreateHighlight {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Start location in the format's notation; a canonical fragment identifier in EPUB.
        start_location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// End location.
        end_location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
        /// The highlighted text.
        highlight_text: Option<Text<TEXT_LENGTH>>,
        /// The reader's note.
        annotation_note: Option<Text<NOTE_LENGTH>>,
        /// Free text, for example `#ffee00`.
        color: Option<Text<COLOR_LENGTH>>,
        /// Index of the spine item in which it begins.
        start_position: Option<i32>,
        /// Progress within the section at the start.
        start_progression: Option<f64>,
        /// Progress within the title at the start.
        start_total_progression: Option<f64>,
        /// Index of the spine item in which it ends.
        end_position: Option<i32>,
        /// Progress within the section at the end.
        end_progression: Option<f64>,
        /// Progress within the title at the end.
        end_total_progression: Option<f64>,
    }
}

/// Set a highlight
#[endpoint::post(
    "/v2/myHighlights", returns "SUCCESS",
    errors(InvalidFormat, TitleNotFound, HighlightExists: "the same stretch in the same format"),
)]
pub async fn create_highlight(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<CreateHighlight>,
) -> Result<Json<StatusRecord>> {
    let shelf = AnnotationShelf::new(&params.service_id.0, params.format)?;
    highlights::create(&op, &params.into_highlight(&shelf, op.now)).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The highlight is set.")))
}

impl CreateHighlight {
    fn into_highlight(self, book: &AnnotationShelf, now: Timestamp) -> Highlight {
        Highlight {
            title: book.title,
            format: book.format,
            start: BookPosition {
                location: self.start_location.0.0,
                position: self.start_position,
                progression: self.start_progression,
                total_progression: self.start_total_progression,
            },
            end: BookPosition {
                location: self.end_location.0.0,
                position: self.end_position,
                progression: self.end_progression,
                total_progression: self.end_total_progression,
            },
            text: self.highlight_text.map(|text| text.0),
            note: self.annotation_note.map(|note| note.0),
            color: self.color.map(|color| color.0),
            updated: now,
        }
    }
}

params! {
    /// A highlight.
    pub struct HighlightKey {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Start location, exactly as it was set.
        start_location: RequiredParam<String>,
        /// End location, exactly as it was set.
        end_location: RequiredParam<String>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
    }
}

impl HighlightKey {
    fn to_range(&self) -> Result<HighlightRange<'_>> {
        let AnnotationShelf { title, format } = AnnotationShelf::new(&self.service_id.0, self.format)?;
        Ok(HighlightRange { title, format, start: &self.start_location.0, end: &self.end_location.0 })
    }
}

params! {
    /// A highlight, and its changes.
    pub struct UpdateHighlight {
        /// The highlight.
        highlight: HighlightKey,
        /// The reader's note; an empty value clears it.
        annotation_note: Change<Text<NOTE_LENGTH>>,
        /// Free text; an empty value clears it.
        color: Change<Text<COLOR_LENGTH>>,
    }
}

/// Change a highlight
///
/// Omitted parameters keep their value; an empty value clears it.
#[endpoint::put(
    "/v2/myHighlights", returns "SUCCESS", errors(InvalidFormat, TitleNotFound, HighlightNotFound),
)]
pub async fn update_highlight(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<UpdateHighlight>,
) -> Result<Json<StatusRecord>> {
    let change = HighlightChange { note: to_edit(&params.annotation_note), color: to_edit(&params.color) };
    highlights::change(&op, params.highlight.to_range()?, change).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The highlight is changed.")))
}

fn to_edit<const MAX: usize>(change: &Change<Text<MAX>>) -> FieldChange<'_> {
    match change {
        Change::Keep => None,
        Change::Clear => Some(None),
        Change::Set(text) => Some(Some(&text.0)),
    }
}

/// Remove a highlight
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/myHighlights", returns "The remaining highlights", errors(TitleNotFound, HighlightNotFound),
)]
pub async fn delete_highlight(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(highlight): Params<HighlightKey>,
) -> Result<Json<HighlightList>> {
    let range = highlight.to_range()?;
    let shelf = AnnotationShelf { title: range.title, format: range.format };
    let list = shelf.first_page::<Highlight>(&api, &op)?;
    let rest = highlights::remove_and_list(&op, range, &list.page()).await?;
    let page = list.to_page(rest, &shelf.list_address::<Highlight>(address))?;
    Ok(Json(HighlightList::new(&api, page)))
}
