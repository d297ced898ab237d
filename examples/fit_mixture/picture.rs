//! The picture: the points with the components before and after, and the loss curve.

use std::{error::Error, f64::consts::TAU, ops::Range, path::Path};

use plotters::{
    chart::ChartBuilder,
    coord::{Shift, combinators::IntoLogRange},
    prelude::{Circle, DrawingArea, IntoDrawingArea, PathElement, SVGBackend, Text},
    series::LineSeries,
    style::{Color, IntoFont, RGBColor, ShapeStyle, TextStyle, WHITE},
};

use crate::{
    data::{Parameters, Problem},
    fit::Fit,
};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// Twice the size it is meant to be seen at, because plotters rounds to whole units.
const SIZE: (u32, u32) = (2240, 1180);
const LEGEND_HEIGHT: u32 = 80;
/// This much makes the left panel's plot a square.
const SCATTER_WIDTH: u32 = 1082;
const INK: RGBColor = RGBColor(60, 60, 60);
const GREY: RGBColor = RGBColor(120, 120, 120);
/// Colours that remain apart for the colour-blind.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// Draws both panels into an SVG file.
pub fn draw(path: &Path, problem: &Problem, fit: &Fit) -> Drawn {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (panels, legend) = root.split_vertically(SIZE.1 - LEGEND_HEIGHT);
    let (left, right) = panels.split_horizontally(SCATTER_WIDTH);
    draw_components(&left, problem, &fit.parameters)?;
    draw_losses(&right, &fit.losses)?;
    draw_legend(&legend, &weights(&fit.parameters))?;
    root.present()?;
    Ok(())
}

/// The points in the plane of the first two coordinates, each component as its 1σ and 2σ
/// ellipses.
fn draw_components(area: &Area, problem: &Problem, fitted: &Parameters) -> Drawn {
    // One range for both axes: a circle has to look like one.
    let reach = problem.points.iter().fold(0.0_f64, |r, x| r.max(x.abs())) * 1.05;
    let mut chart = ChartBuilder::on(area)
        .caption("Data and components", title())
        .margin(24)
        .x_label_area_size(88)
        .y_label_area_size(104)
        .build_cartesian_2d(-reach..reach, -reach..reach)?;
    chart
        .configure_mesh()
        .x_desc("x₁")
        .y_desc("x₂")
        .x_labels(9)
        .y_labels(9)
        .x_label_formatter(&|v| format!("{v:.0}"))
        .y_label_formatter(&|v| format!("{v:.0}"))
        .label_style(label())
        .axis_desc_style(label())
        .axis_style(GREY)
        .light_line_style(WHITE)
        .bold_line_style(GREY.mix(0.15))
        .draw()?;

    chart.draw_series(
        problem
            .points
            .chunks(problem.d)
            .map(|p| Circle::new((p[0], p[1]), 4, dot())),
    )?;
    let mixtures = [(&problem.start, 0.4, 2), (fitted, 1.0, 4)];
    for (parameters, opacity, width) in mixtures {
        for j in 0..parameters.alphas.len() {
            let style = colour(j).mix(opacity).stroke_width(width);
            for sigmas in [1.0, 2.0] {
                let ellipse = ellipse(parameters, problem.d, j, sigmas);
                chart.draw_series(
                    inside(&ellipse, -reach..reach)
                        .into_iter()
                        .map(|piece| PathElement::new(piece, style)),
                )?;
            }
        }
    }
    Ok(())
}

/// The loss of every iteration, as the distance to the best one.
fn draw_losses(area: &Area, losses: &[f64]) -> Drawn {
    let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let gaps: Vec<(usize, f64)> = losses
        .iter()
        .map(|loss| loss - best)
        .enumerate()
        .filter(|(_, gap)| *gap > 0.0)
        .collect();
    let (low, high) = gaps.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), (_, gap)| {
        (low.min(*gap), high.max(*gap))
    });
    let mut chart = ChartBuilder::on(area)
        .caption("Loss: − log posterior per point, above its final value", title())
        .margin(24)
        .margin_right(56)
        .x_label_area_size(88)
        .y_label_area_size(130)
        .build_cartesian_2d(0..losses.len(), (low / 2.0..high * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("iteration")
        .y_desc("loss − final loss")
        .x_labels(8)
        .y_labels(10)
        .y_label_formatter(&|v| format!("{v:.0e}"))
        .label_style(label())
        .axis_desc_style(label())
        .axis_style(GREY)
        .light_line_style(WHITE)
        .bold_line_style(GREY.mix(0.15))
        .draw()?;
    chart.draw_series(LineSeries::new(gaps, COLOURS[0].stroke_width(4)))?;
    Ok(())
}

/// What the marks of the left panel are, and the weight of each fitted component.
fn draw_legend(area: &Area, weights: &[f64]) -> Drawn {
    let line = |x: i32, style: ShapeStyle| PathElement::new(vec![(x, 30), (x + 50, 30)], style);
    let text = |x: i32, words: &str| Text::new(words.to_string(), (x + 64, 16), label());

    area.draw(&Circle::new((160, 30), 4, dot()))?;
    area.draw(&text(116, "data"))?;
    area.draw(&line(300, INK.mix(0.4).stroke_width(2)))?;
    area.draw(&text(300, "start, 1σ and 2σ"))?;
    area.draw(&line(640, INK.stroke_width(4)))?;
    area.draw(&text(640, "fitted, 1σ and 2σ, weight"))?;
    for (j, weight) in weights.iter().enumerate().take(COLOURS.len()) {
        let x = 1110 + 180 * j as i32;
        area.draw(&line(x, colour(j).stroke_width(4)))?;
        area.draw(&text(x, &format!("{:.0} %", 100.0 * weight)))?;
    }
    Ok(())
}

/// Where a circle of this many sigmas around the origin goes under μ + Q⁻¹u, in the first two
/// coordinates. Q is lower triangular, so they depend on its first two rows alone.
fn ellipse(p: &Parameters, d: usize, component: usize, sigmas: f64) -> Vec<(f64, f64)> {
    let mean = &p.means[component * d..];
    let row = &p.icf[component * d * (d + 1) / 2..];
    let (q1, q2, below) = (row[0].exp(), row[1].exp(), row[d]);
    let around = |step: i32| {
        let angle = TAU * f64::from(step) / 720.0;
        let x = sigmas * angle.cos() / q1;
        let y = (sigmas * angle.sin() - below * x) / q2;
        (mean[0] + x, mean[1] + y)
    };
    (0..=720).map(around).collect()
}

/// The pieces of a curve that lie in a square.
fn inside(curve: &[(f64, f64)], range: Range<f64>) -> Vec<Vec<(f64, f64)>> {
    curve
        .split(|(x, y)| !range.contains(x) || !range.contains(y))
        .filter(|piece| piece.len() > 1)
        .map(<[_]>::to_vec)
        .collect()
}

fn weights(p: &Parameters) -> Vec<f64> {
    let total: f64 = p.alphas.iter().map(|a| a.exp()).sum();
    p.alphas.iter().map(|a| a.exp() / total).collect()
}

fn colour(component: usize) -> RGBColor {
    COLOURS[component % COLOURS.len()]
}

fn dot() -> ShapeStyle {
    GREY.mix(0.4).filled()
}

fn title() -> TextStyle<'static> {
    ("sans-serif", 36).into_font().color(&INK)
}

fn label() -> TextStyle<'static> {
    ("sans-serif", 29).into_font().color(&INK)
}
