//! The history of an index over days: private to the module.
use super::*;
use pullback::{check_grad, differentiable};

fn weather(midnight: Epoch) -> SpaceWeatherData {
    let row = |day: f64, missing| RawSpaceWeatherRow {
        date: String::new(),
        bsrn: 0,
        nd: 0,
        kp1: None,
        kp2: None,
        kp3: None,
        kp4: None,
        kp5: None,
        kp6: None,
        kp7: None,
        kp8: None,
        kp_sum: None,
        ap1: Some(day + 4.0),
        ap2: Some(day + 7.0),
        ap3: None,
        ap4: Some(day + 9.0),
        ap5: Some(day + 2.0),
        ap6: Some(day + 3.5),
        ap7: None,
        ap8: Some(day + 5.5),
        ap_avg: if missing { None } else { Some(day + 6.0) },
        cp: None,
        c9: None,
        isn: None,
        f107_obs: 130.0,
        f107_adj: 128.0,
        f107_data_type: String::new(),
        f107_obs_center81: None,
        f107_obs_last81: None,
        f107_adj_center81: None,
        f107_adj_last81: None,
    };
    let day = Unit::Day * 1.0;
    SpaceWeatherData {
        records: BTreeMap::from([
            (midnight, row(0.2, false)),
            (midnight - day, row(1.3, true)),
            (midnight - day * 3.0, row(2.1, false)),
        ]),
        fallback: StaticSpaceWeather::Custom {
            f107: 120.0,
            ap: 11.0,
            kp: 2.0,
        },
        interpolate: false,
    }
}

#[differentiable]
fn history(weather: &SpaceWeatherData, #[no_diff] midnight: Epoch, bin: usize) -> [f64; 7] {
    let history = weather.build_ap_history(midnight, bin);
    let mut squares = [0.0; 7];
    for i in 0..7 {
        squares[i] = history[i] * history[i];
    }
    squares
}

#[test]
fn build_ap_history_from_days_and_fallback() {
    let midnight = Epoch::from_gregorian_utc_at_midnight(2024, 2, 4);
    for bin in [0, 5] {
        check_grad!(history(&weather(midnight), midnight, bin)).unwrap();
    }
}
