//! PUT /v2/periodicals/{seriesId} (docs/rules/periodicals.md#rule-5).

use domain::Category;
use domain::periodicals::{SeriesEdit, SeriesType};
use services::periodicals;

use crate::http::{
    Change, CollectionEditor, Country, InRole, Issn, Json, Language, OneOf, Params, Replace, ReplaceList,
    Result, Segments, ShortText, Text,
};
use crate::params;
use crate::records::SeriesRecord;

params! {
    /// What to change; omitted parameters keep their value.
    pub struct PutPeriodical {
        /// Title.
        title: Replace<ShortText>,
        /// ISSN; an empty value clears it.
        issn: Change<Issn>,
        /// Plain text; an empty value clears it.
        description: Change<Text<8000>>,
        /// Publisher; an empty value clears it.
        publisher: Change<ShortText>,
        /// A category code of an outside scheme; an empty value clears it.
        external_category_code: Change<ShortText>,
        /// Names of subjects.
        categories: ReplaceList<ShortText>,
        /// Languages of the text.
        languages: ReplaceList<Language>,
        /// newspaper, magazine or journal.
        series_type: Replace<OneOf<SeriesType>>,
        /// The only countries where editions may be distributed; one empty value: worldwide.
        countries: ReplaceList<Country>,
    }
}

/// Change a periodical
///
/// Workers apply changes in the order of acceptance; the response waits for that.
#[endpoint::put("/v2/periodicals/{seriesId}", returns "The periodical", errors(PeriodicalNotFound))]
pub async fn put_periodical(
    InRole { api, op, .. }: InRole<CollectionEditor>,
    Segments(id): Segments<String>,
    Params(params): Params<PutPeriodical>,
) -> Result<Json<SeriesRecord>> {
    let view = periodicals::edit(&op, &id, params.into_edit()).await?;
    Ok(Json(SeriesRecord::new(&api, &op.access_caller(), &view)))
}

impl PutPeriodical {
    fn into_edit(self) -> SeriesEdit {
        let subjects = |names: Vec<ShortText>| names.iter().map(|name| Category::service(&name.0)).collect();
        SeriesEdit {
            title: self.title.0.map(|title| title.0),
            series_type: self.series_type.0.map(|kind| kind.0),
            issn: self.issn.map(|issn| issn.0),
            description: self.description.map(|text| text.0),
            publisher: self.publisher.map(|name| name.0),
            external_category_code: self.external_category_code.map(|code| code.0),
            categories: self.categories.0.map(subjects),
            languages: self.languages.0.map(|codes| codes.into_iter().map(|code| code.0).collect()),
            countries: self.countries.0.map(|codes| codes.into_iter().map(|code| code.0).collect()),
        }
    }
}
