//! The door: functions that the page may call. No decisions here.
//!
//! A panic would lose its message, so a hook prints it; after one the worker is thrown away.

#![cfg(target_arch = "wasm32")]

use js_sys::Float32Array;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{ImageData, OffscreenCanvas, OffscreenCanvasRenderingContext2d};

use hotsplit_wire::added::{self, AddAsk, AddedLoad};
use hotsplit_wire::answers::{self, AnswersAsk, AnswersSoFar};
use hotsplit_wire::engine::answers::Answers;
use hotsplit_wire::engine::editor::Editor;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::{Reading, Scenario, Side, Simulated, Simulating, lesson};
use hotsplit_wire::lessons::{self, Complaint, Judged, LessonRead};
use hotsplit_wire::measured::{MeasuredAsk, MeasuredRead};
use hotsplit_wire::picture::{
    self, Gallery, Histogram, HistogramAsk, Metric, PaintAsk, Probe, ProbeAsk, RowTrace,
    RowTraceAsk,
};
use hotsplit_wire::recommended::{RecommendedAsk, RecommendedFixes};
use hotsplit_wire::reference::{Page, Reference};
use hotsplit_wire::rollout::Rollout;
use hotsplit_wire::runs::{SimulateAsk, SimulationAnswer};
use hotsplit_wire::tables::{self, StateAsk, Stated};
use hotsplit_wire::text::Positions;
use hotsplit_wire::trust::{self, Trust};
use hotsplit_wire::which::Which;
use hotsplit_wire::{AnalyseAsk, Analysis, CardsAsk, FixCard, Rewrite, RewriteAsk, RolloutAsk};

/// Runs once, when the module is instantiated.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The engine's version, as in `0.1.0`.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Reads a text and says what was found.
///
/// # Errors
///
/// If `ask` has not the shape of `AnalyseAsk`.
#[wasm_bindgen]
pub fn analyse(ask: Ts<AnalyseAsk>) -> Result<Ts<Analysis>, JsError> {
    Session::new().analyse(ask)
}

/// A text that is being edited: what an edit does not touch is not read and judged again.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    editor: Option<Editor>,
}

#[wasm_bindgen]
impl Session {
    /// A session without a text yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a text and says what was found.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `AnalyseAsk`.
    pub fn analyse(&mut self, ask: Ts<AnalyseAsk>) -> Result<Ts<Analysis>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &(&ask.workload).into());
        Ok(hotsplit_wire::analysis::analysis(reading).into_ts()?)
    }

    /// Works out the fixes of one finding; none if the text has no finding of that key.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `CardsAsk`.
    pub fn cards(&mut self, ask: Ts<CardsAsk>) -> Result<Vec<Ts<FixCard>>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &(&ask.workload).into());
        let Some(finding) = reading.find(&ask.finding) else { return Ok(Vec::new()) };
        let at = Positions::new(&reading.text);
        let parameters = |fix: &_| hotsplit_wire::cards::parameters_of(&ask, fix);
        let cards = hotsplit_wire::engine::cards_as(reading, finding, parameters, |card| {
            hotsplit_wire::cards::card(&card, reading, finding, &at)
        });
        cards.into_iter().map(|card| Ok(card.into_ts()?)).collect()
    }

    /// Works out which fixes are recommended for the hot keys.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `RecommendedAsk`.
    pub fn recommended(
        &mut self,
        ask: Ts<RecommendedAsk>,
    ) -> Result<Ts<RecommendedFixes>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &(&ask.workload).into());
        Ok(hotsplit_wire::recommended::recommended(reading, &ask.workload).into_ts()?)
    }

    /// Applies chosen fixes to a text.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `RewriteAsk`.
    pub fn rewrite(&mut self, ask: Ts<RewriteAsk>) -> Result<Ts<Rewrite>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &(&ask.workload).into());
        let rewritten =
            hotsplit_wire::engine::rewrite(reading, &hotsplit_wire::rewrites::choices(&ask));
        Ok(hotsplit_wire::rewrites::rewrite(&rewritten).into_ts()?)
    }

    /// How to get to the schema that chosen fixes give.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `RolloutAsk`.
    pub fn rollout(&mut self, ask: Ts<RolloutAsk>) -> Result<Ts<Rollout>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &(&ask.workload).into());
        let plan = hotsplit_wire::engine::rollout(
            reading,
            &hotsplit_wire::rewrites::rollout_choices(&ask),
            ask.deployed,
        );
        Ok(hotsplit_wire::rollout::rollout(&plan).into_ts()?)
    }

    /// How to write a fact of a table into the text, or take it out.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `StateAsk`.
    pub fn state(&mut self, ask: Ts<StateAsk>) -> Result<Ts<Stated>, JsError> {
        let ask = ask.to_rust()?;
        let reading = self.read(&ask.text, ask.dialect.forced(), &Settings::default());
        Ok(tables::stated(reading, &ask).into_ts()?)
    }

    fn read(&mut self, text: &str, dialect: Option<Dialect>, settings: &Settings) -> &Reading {
        let editor = self.editor.get_or_insert_with(|| Editor::new("", dialect, settings));
        editor.set(text, dialect, settings);
        editor.reading()
    }
}

/// Reads a marked-down page.
///
/// # Errors
///
/// Never in practice: a page has a shape that can always cross.
#[wasm_bindgen(js_name = readPage)]
pub fn read_page(markdown: &str) -> Result<Ts<Page>, JsError> {
    Ok(hotsplit_wire::reference::page(markdown).into_ts()?)
}

/// The facts that a directive may state, and every rule and fix with its page.
///
/// # Errors
///
/// Never in practice: what is looked up has a shape that can always cross.
#[wasm_bindgen]
pub fn reference() -> Result<Ts<Reference>, JsError> {
    Ok(hotsplit_wire::reference::reference().into_ts()?)
}

/// What the model rests on: published figures, of which it is given the files of
/// `web/content/validation`, constants, what is left out.
///
/// # Errors
///
/// Never in practice: what is told has a shape that can always cross.
#[wasm_bindgen]
pub fn trust(files: Vec<String>) -> Result<Ts<Trust>, JsError> {
    Ok(trust::trust(&files).into_ts()?)
}

/// What lines that a person pasted say of their own database.
///
/// # Errors
///
/// If `ask` has not the shape of `MeasuredAsk`.
#[wasm_bindgen]
pub fn measured(ask: Ts<MeasuredAsk>) -> Result<Ts<MeasuredRead>, JsError> {
    Ok(hotsplit_wire::measured::read(&ask.to_rust()?.text).into_ts()?)
}

/// Answers to what runs leave open, worked out a step at a time.
#[wasm_bindgen]
pub struct Answering {
    answers: Answers,
}

#[wasm_bindgen]
impl Answering {
    /// Works out the next part; says whether there is more to do.
    pub fn work(&mut self) -> bool {
        self.answers.step()
    }

    /// Works out the next part and tells all that is known.
    ///
    /// # Errors
    ///
    /// Never in practice: answers have a shape that can always cross.
    pub fn step(&mut self) -> Result<Ts<AnswersSoFar>, JsError> {
        self.work();
        self.answer()
    }

    /// All that is known.
    ///
    /// # Errors
    ///
    /// Never in practice: answers have a shape that can always cross.
    pub fn answer(&self) -> Result<Ts<AnswersSoFar>, JsError> {
        Ok(answers::so_far(&self.answers).into_ts()?)
    }
}

/// Reads a lesson file and says what is wrong with it.
///
/// # Errors
///
/// Never in practice: a lesson has a shape that can always cross.
#[wasm_bindgen(js_name = readLesson)]
pub fn read_lesson(markdown: &str) -> Result<Ts<LessonRead>, JsError> {
    Ok(lessons::read(markdown).into_ts()?)
}

/// The exam of a seed, as a lesson file.
#[wasm_bindgen(js_name = examOf)]
#[must_use]
pub fn exam_of(seed: u32) -> String {
    lessons::exam(seed)
}

/// A lesson that is played.
#[wasm_bindgen]
pub struct Lesson {
    lesson: lesson::Lesson,
}

#[wasm_bindgen]
impl Lesson {
    /// Reads a lesson file.
    ///
    /// # Errors
    ///
    /// If it has no title, no schema or no step; `readLesson` says what is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(markdown: &str) -> Result<Lesson, JsError> {
        let lesson = lesson::read::read(markdown).lesson;
        let lesson = lesson.ok_or_else(|| JsError::new("expected a lesson that can be played"))?;
        Ok(Self { lesson })
    }

    /// What to run for a text of the learner.
    ///
    /// # Errors
    ///
    /// Never in practice: what to run has a shape that can always cross.
    pub fn ask(&self, text: &str) -> Result<Ts<SimulateAsk>, JsError> {
        Ok(lessons::ask(&self.lesson, text).into_ts()?)
    }

    /// Runs the starter and a text of the learner, and judges a step by that; steps count from 0.
    ///
    /// # Errors
    ///
    /// If there is no such step.
    pub fn judge(&self, step: u32, text: &str) -> Result<Ts<Judged>, JsError> {
        self.judge_by(step, text, &lesson::play::run(&self.lesson, text))
    }

    /// Plays starter, solution and wrong answers, and says what keeps the lesson from being sound.
    ///
    /// # Errors
    ///
    /// Never in practice: complaints have a shape that can always cross.
    pub fn prove(&self) -> Result<Vec<Ts<Complaint>>, JsError> {
        let complaints = lesson::play::play(&self.lesson).complaints();
        complaints.iter().map(|complaint| Ok(Complaint::from(complaint).into_ts()?)).collect()
    }
}

impl Lesson {
    fn judge_by(&self, step: u32, text: &str, done: &Simulated) -> Result<Ts<Judged>, JsError> {
        let step = self.lesson.steps.get(step as usize);
        let step = step.ok_or_else(|| JsError::new("expected a step of this lesson"))?;
        Ok(lessons::judged(&self.lesson.judge_text(step, text, done)).into_ts()?)
    }
}

/// One or two runs of the simulator, kept for questions about them.
#[wasm_bindgen]
pub struct Simulation {
    scenario: Scenario,
    /// What is told of the runs; none before the first look at runs that are told in slices.
    done: Option<Simulated>,
    /// What is left to run.
    rest: Option<Simulating>,
    /// Metrics of what is told.
    gallery: Gallery,
}

#[wasm_bindgen]
impl Simulation {
    /// Runs one or two schemas.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `SimulateAsk`.
    pub fn run(ask: Ts<SimulateAsk>) -> Result<Simulation, JsError> {
        let ask = ask.to_rust()?;
        let scenario = hotsplit_wire::runs::scenario(&ask);
        let done = Some(hotsplit_wire::engine::simulate(&scenario));
        Ok(Self { scenario, done, rest: None, gallery: Gallery::default() })
    }

    /// Prepares to run one or two schemas in slices.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `SimulateAsk`.
    pub fn begin(ask: Ts<SimulateAsk>) -> Result<Simulation, JsError> {
        let scenario = hotsplit_wire::runs::scenario(&ask.to_rust()?);
        let rest = Some(Simulating::new(&scenario));
        Ok(Self { scenario, done: None, rest, gallery: Gallery::default() })
    }

    /// Runs so many columns more; says whether any are left. What is told of the runs stays as it
    /// was until [`Simulation::look`].
    pub fn advance(&mut self, columns: u32) -> bool {
        let more = self.rest.as_mut().is_some_and(|rest| rest.advance(columns));
        if !more && let Some(rest) = self.rest.take() {
            self.done = Some(rest.finish());
            self.gallery.clear();
        }
        more
    }

    /// From here on what is told of runs under way is as far as they are. At their end that needs
    /// no look.
    pub fn look(&mut self) {
        if let Some(rest) = &self.rest {
            self.done = Some(rest.so_far());
            self.gallery.clear();
        }
    }

    /// Begins to work out what the runs leave open.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `AnswersAsk`.
    pub fn answering(&self, ask: Ts<AnswersAsk>) -> Result<Answering, JsError> {
        let ask = ask.to_rust()?;
        let choices = answers::choices(&ask);
        let new = if ask.ranges_only { Answers::ranges } else { Answers::new };
        Ok(Answering { answers: new(self.done()?, &self.scenario, &choices) })
    }

    /// Judges a step of a lesson for a text by these runs; steps count from 0. Undefined where they
    /// are not runs of this lesson and this text, or not done.
    ///
    /// # Errors
    ///
    /// If there is no such step.
    pub fn judge(
        &self,
        lesson: &Lesson,
        step: u32,
        text: &str,
    ) -> Result<Option<Ts<Judged>>, JsError> {
        if self.rest.is_some() || !lesson.lesson.is_of(text, &self.scenario) {
            return Ok(None);
        }
        Ok(Some(lesson.judge_by(step, text, self.done()?)?))
    }

    /// Numbers and words.
    ///
    /// # Errors
    ///
    /// If nothing is told yet.
    pub fn answer(&self) -> Result<Ts<SimulationAnswer>, JsError> {
        Ok(hotsplit_wire::runs::simulation(self.done()?).into_ts()?)
    }

    /// One value a column: `offered`, `served`, `p50`, `p99`, `clientP50` or `clientP99`. Empty
    /// for a run that is not there.
    ///
    /// # Errors
    ///
    /// If `which` is neither run.
    pub fn series(&self, which: Ts<Which>, name: &str) -> Result<Float32Array, JsError> {
        let series = self.side(which)?.map(|side| match name {
            "offered" => &side.run.offered[..],
            "served" => &side.run.served[..],
            "p50" => &side.run.p50_ms[..],
            "p99" => &side.run.p99_ms[..],
            "clientP50" => &side.run.client_p50_ms[..],
            "clientP99" => &side.run.client_p99_ms[..],
            _ => &[],
        });
        Ok(Float32Array::from(series.unwrap_or_default()))
    }

    /// A metric by key range and time as shares of its full scale, CPU as usual: row by row, each
    /// by column. Not a number where there are no keys. Empty for a run that is not there.
    ///
    /// # Errors
    ///
    /// If `which` is neither run, or there is no such metric.
    pub fn grid(
        &mut self,
        which: Ts<Which>,
        metric: Option<Ts<Metric>>,
    ) -> Result<Float32Array, JsError> {
        let metric = metric.map(|metric| metric.to_rust()).transpose()?;
        let done = done(self.done.as_ref())?;
        let cells = picture::grid(&mut self.gallery, done, which.to_rust()?, metric);
        Ok(Float32Array::from(cells.unwrap_or_default()))
    }

    /// Utilisation, 0 to 1: server by server, each by column. Empty for a run that is not there.
    ///
    /// # Errors
    ///
    /// If `which` is neither run.
    #[wasm_bindgen(js_name = serverUtilisation)]
    pub fn server_utilisation(&self, which: Ts<Which>) -> Result<Float32Array, JsError> {
        let utilisation = self.side(which)?.map(|side| &side.run.utilisation[..]);
        Ok(Float32Array::from(utilisation.unwrap_or_default()))
    }

    /// Paints a heatmap onto a canvas, which takes the size asked for.
    ///
    /// # Errors
    ///
    /// If the run is not there, the size is beyond the limit, or the canvas has no context.
    pub fn paint(&mut self, canvas: &OffscreenCanvas, ask: Ts<PaintAsk>) -> Result<(), JsError> {
        let ask = ask.to_rust()?;
        let pixels = picture::pixels(&mut self.gallery, done(self.done.as_ref())?, &ask)
            .ok_or_else(|| JsError::new("expected a run that is there and a size within limits"))?;
        let context = canvas
            .get_context("2d")
            .ok()
            .flatten()
            .and_then(|context| context.dyn_into::<OffscreenCanvasRenderingContext2d>().ok())
            .ok_or_else(|| JsError::new("expected a canvas with a 2d context"))?;
        canvas.set_width(ask.width);
        canvas.set_height(ask.height);
        ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), ask.width, ask.height)
            .and_then(|image| context.put_image_data(&image, 0.0, 0.0))
            .map_err(|_| JsError::new("the browser refused the pixels"))
    }

    /// The same pixels without a canvas: RGBA, row by row.
    ///
    /// # Errors
    ///
    /// If the run is not there or the size is beyond the limit.
    pub fn pixels(&mut self, ask: Ts<PaintAsk>) -> Result<Vec<u8>, JsError> {
        picture::pixels(&mut self.gallery, done(self.done.as_ref())?, &ask.to_rust()?)
            .ok_or_else(|| JsError::new("expected a run that is there and a size within limits"))
    }

    /// Cells of both runs by brightness, for the legend.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `HistogramAsk`.
    pub fn histogram(&mut self, ask: Ts<HistogramAsk>) -> Result<Ts<Histogram>, JsError> {
        let ask = ask.to_rust()?;
        let found = picture::histogram(&mut self.gallery, done(self.done.as_ref())?, &ask);
        Ok(found.into_ts()?)
    }

    /// The load that a part of the map stands for; undefined outside it and where tables are
    /// folded.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `AddAsk`.
    pub fn added(&self, ask: Ts<AddAsk>) -> Result<Option<Ts<AddedLoad>>, JsError> {
        let found = added::drawn(self.done()?, &ask.to_rust()?);
        found.map(|found| Ok(found.into_ts()?)).transpose()
    }

    /// What is under a point of the heatmap.
    ///
    /// # Errors
    ///
    /// If the point is outside the grid.
    pub fn probe(&mut self, ask: Ts<ProbeAsk>) -> Result<Ts<Probe>, JsError> {
        let found = picture::probe(&mut self.gallery, done(self.done.as_ref())?, &ask.to_rust()?)
            .ok_or_else(|| JsError::new("expected a row and column inside the grid"))?;
        Ok(found.into_ts()?)
    }

    /// Where rows of one run are in the other. Undefined where there is no other run, and outside
    /// the grid.
    ///
    /// # Errors
    ///
    /// If `ask` has not the shape of `WentAsk`.
    pub fn trace(&self, ask: Ts<RowTraceAsk>) -> Result<Option<Ts<RowTrace>>, JsError> {
        let found = picture::trace(self.done()?, &ask.to_rust()?);
        found.map(|found| Ok(found.into_ts()?)).transpose()
    }
}

impl Simulation {
    fn side(&self, which: Ts<Which>) -> Result<Option<&Side>, JsError> {
        Ok(self.done()?.side(which.to_rust()? == Which::After))
    }

    fn done(&self) -> Result<&Simulated, JsError> {
        done(self.done.as_ref())
    }
}

/// What is told of the runs.
fn done(done: Option<&Simulated>) -> Result<&Simulated, JsError> {
    done.ok_or_else(|| JsError::new("expected runs that were looked at"))
}
