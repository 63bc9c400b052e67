//! Titles to be heard: `DAISY_AUDIO` and `DAISY_2_AUDIO` (docs/rules/downloads.md#rule-1).

use books::testkit::{audio_tools, faults_of_audio};
use serde_json::Value;

use crate::one;
use crate::support::{Backend, Sandbox, User, can_speak, read_zip, repeat_until_packaged};

async fn artifact(sandbox: &Sandbox, format: &str) -> Value {
    let path = format!("/v2/titles/{}", sandbox.title("audio"));
    let title = sandbox.guest(&path).send().await.expect_status(200);
    let all = title.json["artifacts"].as_array().unwrap().clone();
    all.into_iter().find(|artifact| artifact["format"] == format).unwrap()
}

one! {
    async fn a_narrated_title_is_made_once_and_keeps_its_narration(sandbox: Sandbox) {
        if !can_speak() {
            return;
        }
        for (format, first) in [("DAISY_AUDIO", "book.opf"), ("DAISY_2_AUDIO", "ncc.html")] {
            assert_eq!(artifact(sandbox, format).await["duration"], Value::Null, "not made yet");
            let path = format!("/v2/titles/{}/{format}", sandbox.title("audio"));
            let submitted = sandbox.guest(&path).send().await.expect_status(202);
            assert_eq!((submitted.json["key"].as_str(), submitted.header("retry-after")), (Some("SUBMITTED"), "5"));
            let made = repeat_until_packaged(async || sandbox.guest(&path)).await.expect_status(302);
            let file = sandbox.get(made.header("location")).send().await.expect_status(200);
            assert_eq!(faults_of_audio(&file.bytes), Vec::<String>::new());
            let files = read_zip(&file.bytes).unwrap();
            assert!(files.iter().any(|(name, _)| name == "narration0001.mp3"));
            // Duration and narrator are in the catalog now.
            let described = artifact(sandbox, format).await;
            assert!(described["duration"].as_str().unwrap().starts_with("PT"), "{described}");
            assert!(!described["narrator"]["name"].as_str().unwrap().is_empty(), "{described}");
            // Each file is available separately, audio at other speeds.
            let list = sandbox.guest(&format!("{path}/resources?limit=100")).send().await.expect_status(200);
            let list = list.json["titleFileResources"].as_array().unwrap().clone();
            assert_eq!((list.len(), list[0]["localURI"].as_str()), (files.len(), Some(first)));
            let speech = list.iter().find(|file| file["localURI"] == "speech0001.mp3").unwrap();
            assert_eq!(speech["mimeType"], "audio/mpeg");
            let at = async |speed: &str| {
                let href = speech["links"][0]["href"].as_str().unwrap();
                let ready = sandbox.get(&format!("{href}&speed={speed}")).send().await.expect_status(302);
                let bytes = sandbox.get(ready.header("location")).send().await.expect_status(200).bytes;
                speech::mp3::length(&bytes).unwrap().as_secs_f64()
            };
            let (normal, fast) = (at("1").await, at("2").await);
            assert!((fast * 2.0 - normal).abs() < 0.5, "{fast} {normal}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_library_without_speech_tools_offers_only_recorded_narration() {
    let sandbox = Sandbox::start(Backend::Sqlite).await.restart_without_tools().await;
    let user = User::sign_in(&sandbox, "individual").await;
    let (recorded, spoken) = (sandbox.title("audio"), sandbox.title("mending"));
    let statuses = async |id: i64| -> Vec<(String, String)> {
        let title = user.get(&format!("/v2/titles/{id}")).await.expect_status(200).json;
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        let formats = title["formats"].as_array().unwrap();
        for status in title["formatStatuses"].as_array().unwrap() {
            let listed = formats.iter().any(|format| format["formatId"] == status["formatId"]);
            assert_eq!(listed, status["status"] == "AVAILABLE", "{title}");
        }
        let audio = title["formatStatuses"].as_array().unwrap().iter();
        let audio = audio.filter(|status| word(&status["formatId"]).contains("AUDIO"));
        audio.map(|status| (word(&status["formatId"]), word(&status["status"]))).collect()
    };
    let all =
        |status: &str| ["DAISY_AUDIO", "DAISY_2_AUDIO"].map(|format| (format.to_owned(), status.to_owned()));
    assert_eq!(statuses(spoken).await, all("UNAVAILABLE"));
    assert_eq!(statuses(recorded).await, all("AVAILABLE"));

    let assistant = User::sign_in(&sandbox, "collectionAssistant").await;
    for path in ["DAISY_AUDIO", "DAISY_2_AUDIO", "DAISY_AUDIO/resources"] {
        let path = format!("/v2/titles/{spoken}/{path}");
        for caller in [&user, &assistant] {
            caller.get(&path).await.expect_error(400, "FORMAT_NOT_AVAILABLE");
        }
    }
    let found = async |query: &str| -> Vec<i64> {
        let found = user.get(&format!("/v2/titles?limit=100&{query}")).await.expect_status(200).json;
        found["titles"].as_array().unwrap().iter().map(|title| title["serviceId"].as_i64().unwrap()).collect()
    };
    assert_eq!(found("format=DAISY_AUDIO").await, [recorded]);
    // A synthetic voice has recorded it.
    assert_eq!(found("narratorType=tts").await, [recorded]);
    assert_eq!(found("narratorType=human").await, [0; 0]);

    for format in ["DAISY_AUDIO", "DAISY_2_AUDIO"] {
        let path = format!("/v2/titles/{recorded}/{format}");
        let made = repeat_until_packaged(async || sandbox.guest(&path)).await.expect_status(302);
        let file = sandbox.get(made.header("location")).send().await.expect_status(200);
        let files = read_zip(&file.bytes).unwrap();
        assert!(files.iter().any(|(name, _)| name == "narration0001.mp3"), "{format}");
        let list = sandbox.guest(&format!("{path}/resources?limit=100")).send().await.expect_status(200).json;
        let files = list["titleFileResources"].as_array().unwrap();
        let heard = files.iter().find(|file| file["mimeType"] == "audio/mpeg").unwrap();
        let href = heard["links"][0]["href"].as_str().unwrap();
        sandbox.get(href).send().await.expect_status(302);
        sandbox.get(&format!("{href}&speed=2")).send().await.expect_error(400, "INVALID_PARAMETER");
        if audio_tools() {
            assert_eq!(faults_of_audio(&file.bytes), Vec::<String>::new());
        }
    }

    // With the tools, everything is offered again: no record was changed.
    let sandbox = sandbox.restart().await;
    if can_speak() {
        let title =
            sandbox.call_signed_in("individual", &format!("/v2/titles/{spoken}")).await.send().await.json;
        let statuses = title["formatStatuses"].as_array().unwrap();
        assert!(statuses.iter().all(|status| status["status"] == "AVAILABLE"), "{title}");
    }
}
