//! Every function at a point, against differences; the tests are called as the functions.

use pullback::check_grad;

macro_rules! agree {
    ($($module:ident::$name:ident$(::<$size:literal, f64>)?($($argument:expr),*);)*) => {
        $(
            #[test]
            fn $name() {
                use crate::$module::$name;
                check_grad!($name$(::<$size, f64>)?($($argument),*)).unwrap();
            }
        )*
    };
}

agree! {
    ackley::ackley(&[0.7, -0.4, 1.3][..]);
    ackley::ackley_abc(&[0.7, -0.4, 1.3][..], 1.3, 0.9, 2.1);
    ackley::ackley_derivative(&[0.7, -0.4, 1.3][..]);
    ackley::ackley_abc_derivative(&[0.7, -0.4, 1.3][..], 1.3, 0.9, 2.1);
    ackley::ackley_derivative_const(&[0.7, -0.4, 1.3]);
    ackley::ackley_abc_derivative_const(&[0.7, -0.4, 1.3], 1.3, 0.9, 2.1);
    ackley::ackley_hessian(&[0.7, -0.4, 1.3][..]);
    ackley::ackley_abc_hessian(&[0.7, -0.4, 1.3][..], 1.3, 0.9, 2.1);
    ackley::ackley_hessian_const(&[0.7, -0.4, 1.3]);
    ackley::ackley_abc_hessian_const(&[0.7, -0.4, 1.3], 1.3, 0.9, 2.1);
    beale::beale(&[0.7, -0.4]);
    beale::beale_derivative(&[0.7, -0.4]);
    beale::beale_hessian(&[0.7, -0.4]);
    booth::booth(&[0.7, -0.4]);
    booth::booth_derivative(&[0.7, -0.4]);
    bukin::bukin_n6(&[0.7, -0.4]);
    bukin::bukin_n6_derivative(&[0.7, -0.4]);
    bukin::bukin_n6_hessian(&[0.7, -0.4]);
    crossintray::cross_in_tray(&[0.7, -0.4]);
    crossintray::cross_in_tray_derivative(&[0.7, -0.4]);
    crossintray::cross_in_tray_hessian(&[0.7, -0.4]);
    easom::easom(&[0.7, -0.4]);
    easom::easom_derivative(&[0.7, -0.4]);
    easom::easom_hessian(&[0.7, -0.4]);
    eggholder::eggholder(&[0.7, -0.4]);
    eggholder::eggholder_derivative(&[0.7, -0.4]);
    eggholder::eggholder_hessian(&[0.7, -0.4]);
    goldsteinprice::goldsteinprice(&[0.7, -0.4]);
    goldsteinprice::goldsteinprice_derivative(&[0.7, -0.4]);
    goldsteinprice::goldsteinprice_hessian(&[0.7, -0.4]);
    himmelblau::himmelblau(&[0.7, -0.4]);
    himmelblau::himmelblau_derivative(&[0.7, -0.4]);
    himmelblau::himmelblau_hessian(&[0.7, -0.4]);
    holdertable::holder_table(&[0.7, -0.4]);
    holdertable::holder_table_derivative(&[0.7, -0.4]);
    holdertable::holder_table_hessian(&[0.7, -0.4]);
    levy::levy(&[0.7, -0.4, 1.3][..]);
    levy::levy_derivative(&[0.7, -0.4, 1.3][..]);
    levy::levy_derivative_const(&[0.7, -0.4, 1.3]);
    levy::levy_hessian(&[0.7, -0.4, 1.3][..]);
    levy::levy_hessian_const(&[0.7, -0.4, 1.3]);
    levy::levy_n13(&[0.7, -0.4]);
    levy::levy_n13_derivative(&[0.7, -0.4]);
    levy::levy_n13_hessian(&[0.7, -0.4]);
    matyas::matyas(&[0.7, -0.4]);
    matyas::matyas_derivative(&[0.7, -0.4]);
    mccormick::mccormick(&[0.7, -0.4]);
    mccormick::mccormick_derivative(&[0.7, -0.4]);
    mccormick::mccormick_hessian(&[0.7, -0.4]);
    picheny::picheny(&[0.7, -0.4]);
    picheny::picheny_derivative(&[0.7, -0.4]);
    picheny::picheny_hessian(&[0.7, -0.4]);
    rastrigin::rastrigin_a(&[0.7, -0.4, 1.3][..], 1.3);
    rastrigin::rastrigin_a_derivative(&[0.7, -0.4, 1.3][..], 1.3);
    rastrigin::rastrigin_a_derivative_const(&[0.7, -0.4, 1.3], 1.3);
    rastrigin::rastrigin_a_hessian(&[0.7, -0.4, 1.3][..], 1.3);
    rastrigin::rastrigin_a_hessian_const::<3, f64>(&[0.7, -0.4, 1.3][..], 1.3);
    rosenbrock::rosenbrock_ab(&[0.7, -0.4, 1.3][..], 1.3, 0.9);
    rosenbrock::rosenbrock_ab_derivative(&[0.7, -0.4, 1.3][..], 1.3, 0.9);
    rosenbrock::rosenbrock_ab_hessian(&[0.7, -0.4, 1.3][..], 1.3, 0.9);
    rosenbrock::rosenbrock_ab_derivative_const(&[0.7, -0.4, 1.3], 1.3, 0.9);
    rosenbrock::rosenbrock_ab_hessian_const(&[0.7, -0.4, 1.3], 1.3, 0.9);
    schaffer::schaffer_n2(&[0.7, -0.4]);
    schaffer::schaffer_n2_derivative(&[0.7, -0.4]);
    schaffer::schaffer_n2_hessian(&[0.7, -0.4]);
    schaffer::schaffer_n4(&[0.7, -0.4]);
    schaffer::schaffer_n4_derivative(&[0.7, -0.4]);
    schaffer::schaffer_n4_hessian(&[0.7, -0.4]);
    sphere::sphere(&[0.7, -0.4, 1.3][..]);
    sphere::sphere_derivative(&[0.7, -0.4, 1.3][..]);
    sphere::sphere_derivative_const(&[0.7, -0.4, 1.3]);
    styblinskitang::styblinski_tang(&[0.7, -0.4, 1.3][..]);
    styblinskitang::styblinski_tang_derivative(&[0.7, -0.4, 1.3][..]);
    styblinskitang::styblinski_tang_derivative_const(&[0.7, -0.4, 1.3]);
    styblinskitang::styblinski_tang_hessian(&[0.7, -0.4, 1.3][..]);
    styblinskitang::styblinski_tang_hessian_const(&[0.7, -0.4, 1.3]);
    threehumpcamel::threehumpcamel(&[0.7, -0.4]);
    threehumpcamel::threehumpcamel_derivative(&[0.7, -0.4]);
    threehumpcamel::threehumpcamel_hessian(&[0.7, -0.4]);
}
